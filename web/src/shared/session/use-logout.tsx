import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { AlertIcon } from '../../ui/icons'
import { toast } from '../../ui/toast'
import { failureOfPhp } from '../failures/of-php'
import { useFailureText } from '../failures/text'
import { php } from '../http/php'
import { paths } from '../paths'
import { forgetMember } from './forget'

/** Ends the session, forgets the member and goes to the root. Whoever is still logged in is told so. */
export function useLogout() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const textOf = useFailureText()
  return useMutation({
    mutationFn: () => php('logout.php', v.null()),
    onSuccess: () => {
      forgetMember(client)
      void navigate(paths.index)
    },
    onError: error => toast(textOf(failureOfPhp(error)), <AlertIcon />),
  })
}
