import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { formatDay } from '../../../shared/i18n/format'
import { paths } from '../../../shared/paths'
import { tracking } from '../../../shared/tracking/memory'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { SwitchRow } from '../../../ui/field'
import { accountQuery, type OwnAccount } from '../api/account'
import { setTrackingConsent } from '../api/consent'
import { Section } from './section'

/** What the member agreed to, and what can be taken back. */
export function Consents({ account }: { account: OwnAccount }) {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: setTrackingConsent,
    onMutate: async granted => {
      const { queryKey } = accountQuery()
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, old => old && { ...old, tracking: { granted, changedAt: null } })
      return () => client.setQueryData(queryKey, old => old && before)
    },
    onError: (_error, _granted, undo) => undo?.(),
    onSettled: () => client.invalidateQueries(accountQuery()),
  })
  const granted = account.tracking?.granted ?? false
  const day = account.terms?.changedAt && formatDay(account.terms.changedAt, i18n.locale)
  return (
    <Section id="consents" title={t`Your consents`}>
      {change.error && <Alert tone="danger">{textOf(failureOfRpc(change.error))}</Alert>}
      <p>
        {day ? <Trans>You agreed to our terms on {day}.</Trans> : <Trans>You agreed to our terms.</Trans>}{' '}
        <AppLink to={paths.page('terms')}>
          <Trans>Terms</Trans>
        </AppLink>
      </p>
      <p>
        <Trans>
          You allowed us to use whom you would like to meet to introduce people to you. That is what this site
          is for: deleting your account takes it back.
        </Trans>
      </p>
      <SwitchRow
        label={t`Remember which site sent me here`}
        hint={t`Off erases it.`}
        checked={granted}
        disabled={!granted && tracking() === null}
        onChange={next => change.mutateAsync(next)}
      />
    </Section>
  )
}
