import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { php } from '../http/php'
import { paths } from '../paths'
import { forgetMember } from './forget'

/** Ends the session, forgets the member and goes to the root. */
export function useLogout() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => php('logout.php', v.null()),
    onSuccess: () => {
      forgetMember(client)
      void navigate(paths.index)
    },
  })
}
