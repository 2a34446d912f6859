import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failure, isReason } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { ResendActivation } from '../../../shared/resend-activation/resend-activation'
import { userQuery } from '../../../shared/session/user'
import { Outcome } from '../components/outcome'
import { ResendForm } from '../components/resend-form'

const Told = v.object({ reason: v.string() })

export default function ActivateError() {
  const { t } = useLingui()
  usePageTitle(t`Activation failed`)
  const textOf = useFailureText()
  const { data: user } = useQuery(userQuery())
  const told = v.safeParse(Told, useLocation().state)
  const reason = told.success && isReason(told.output.reason) ? told.output.reason : 'link_invalid'
  return (
    <Outcome mark="problem" title={t`Activation failed`}>
      <p>{textOf(failure(reason))}</p>
      {user ? <ResendActivation email="" /> : <ResendForm />}
    </Outcome>
  )
}
