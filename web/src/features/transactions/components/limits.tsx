import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { useForm } from '../../../shared/forms/use-form'
import { formatMoney, formatNumber } from '../../../shared/i18n/money'
import { packagesQuery } from '../../../shared/money/packages'
import { priceOf } from '../../../shared/money/price'
import { type Wallet, walletQuery } from '../../../shared/money/wallet'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { toast } from '../../../ui/toast'
import { setLimits } from '../api/limits'
import { limitOf } from '../statement'

const Limit = v.pipe(
  v.string(),
  v.check(typed => limitOf(typed) !== null, 'limit_invalid'),
  v.transform(typed => limitOf(typed) ?? 0),
)

const Limits = v.object({ daily: Limit, weekly: Limit })

const shown = (limit: number) => (limit > 0 ? String(limit) : '')

/** How many credits a day and a week the member allows themselves. */
export function LimitsForm({ wallet }: { wallet: Wallet }) {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { data: offer } = useQuery(packagesQuery())
  const { values, set, errors, failed, sending, submit, form } = useForm({
    initial: { daily: shown(wallet.dailyLimit), weekly: shown(wallet.weeklyLimit) },
    schema: Limits,
    failureOf: failureOfRpc,
    send: async ({ daily, weekly }) => {
      await setLimits(daily, weekly)
      await client.invalidateQueries({ queryKey: walletQuery().queryKey })
      toast(t`Your limits are kept`)
    },
  })
  const spentDay = formatNumber(wallet.spentDay, i18n.locale)
  const spentWeek = formatNumber(wallet.spentWeek, i18n.locale)
  const euro = (typed: string) => {
    const money = priceOf(limitOf(typed) ?? 0, offer?.packages ?? [])
    return money && money.minor > 0 ? formatMoney(money, i18n.locale) : null
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
      <div className="limits">
        <TextField
          label={t`Credits a day`}
          name="daily-limit"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`no limit`}
          value={values.daily}
          error={errors.daily && textOf(errors.daily)}
          hint={
            <>
              <AtLeast money={euro(values.daily)} /> <Trans>Used in 24 hours: {spentDay}</Trans>
            </>
          }
          onChange={daily => set('daily', daily)}
        />
        <TextField
          label={t`Credits a week`}
          name="weekly-limit"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`no limit`}
          value={values.weekly}
          error={errors.weekly && textOf(errors.weekly)}
          hint={
            <>
              <AtLeast money={euro(values.weekly)} /> <Trans>Used in 7 days: {spentWeek}</Trans>
            </>
          }
          onChange={weekly => set('weekly', weekly)}
        />
      </div>
      <Button type="submit" look="secondary" busy={sending}>
        <Trans>Keep these limits</Trans>
      </Button>
    </form>
  )
}

const AtLeast = ({ money }: { money: string | null }) => money && <Trans>At least {money}.</Trans>
