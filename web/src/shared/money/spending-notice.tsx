import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert'
import { AppLink } from '../../ui/app-link'
import { formatMoney } from '../i18n/money'
import { paths } from '../paths'
import { spendingNotice, walletQuery } from './wallet'

/** Tells a member who bought much in a week how much it was, and where to set a limit. */
export function SpendingNotice() {
  const { i18n } = useLingui()
  const { data: wallet } = useQuery(walletQuery())
  const notice = spendingNotice(wallet?.paidWeek ?? null)
  if (!wallet?.paidWeek || notice === null) return null
  const sum = formatMoney(wallet.paidWeek, i18n.locale)
  return (
    <Alert tone={notice === 50 ? 'info' : 'warning'}>
      <p>
        <Trans>You have bought credits for {sum} in the last 7 days.</Trans>{' '}
        {notice > 50 && <Trans>Is that still what you want? Take your time; messages do not run away.</Trans>}
        {notice === 250 && (
          <>
            {' '}
            <Trans>If it is hard to stop, talk to somebody, or write to us: we will gladly help.</Trans>
          </>
        )}
      </p>
      <AppLink to={`${paths.transactions}#limits`}>
        <Trans>Set a limit for yourself</Trans>
      </AppLink>
    </Alert>
  )
}
