import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failureOfPhp } from '../../../shared/failures/of-php'
import { failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { paths } from '../../../shared/paths'
import { linkToken } from '../../../shared/session/link-token'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { MailIcon } from '../../../ui/icons'
import { unsubscribe } from '../api/unsubscribe'
import { Outcome } from '../components/outcome'

/** The link of a mail that is unwanted. Opening it changes nothing: programs open links as well. */
export default function Unsubscribe() {
  const { t } = useLingui()
  usePageTitle(t`Unsubscribe`)
  const textOf = useFailureText()
  const [token] = useState(linkToken)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: unsubscribe,
    networkMode: 'always',
  })
  const refused = error && failureOfPhp(error)
  if (isSuccess) {
    return (
      <Outcome mark="done" title={t`You are unsubscribed`}>
        <p>
          <Trans>You will get no more of these mails.</Trans>
        </p>
        <AppLink className={buttonClass('quiet', 'md', true)} to={paths.notifications}>
          <Trans>Choose what you want to hear of</Trans>
        </AppLink>
      </Outcome>
    )
  }
  if (!token || refused?.reason === 'link_invalid') {
    return (
      <Outcome mark="problem" title={t`This link no longer works`}>
        <p>{textOf(refused || failure('link_invalid'))}</p>
        <AppLink className={buttonClass('quiet', 'md', true)} to={paths.notifications}>
          <Trans>Choose what you want to hear of</Trans>
        </AppLink>
      </Outcome>
    )
  }
  return (
    <Outcome mark={<MailIcon />} title={t`No more of these mails?`}>
      <p>
        <Trans>One press, and mails of this kind stop. You can switch them on again whenever you like.</Trans>
      </p>
      {refused && <Alert tone="danger">{textOf(refused)}</Alert>}
      <Button wide busy={isPending} onClick={() => mutate(token)}>
        <Trans>Unsubscribe</Trans>
      </Button>
    </Outcome>
  )
}
