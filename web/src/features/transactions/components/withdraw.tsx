import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { formatDay, formatMoment } from '../../../shared/i18n/format'
import { formatMoney } from '../../../shared/i18n/money'
import type { Order } from '../../../shared/money/orders'
import { useCreditsText, useMethodName } from '../../../shared/money/words'
import { keys } from '../../../shared/query/keys'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { withdraw } from '../api/withdraw'

/** Withdrawing from a purchase, in two steps: what would come back, then that it does. */
export function WithdrawSection({ order }: { order: Order }) {
  const { i18n } = useLingui()
  if (order.withdrawnAt) return <Receipt order={order} at={order.withdrawnAt} />
  if (!order.withdrawUntil) return null
  const until = formatDay(order.withdrawUntil, i18n.locale)
  return (
    <section className="card" aria-labelledby="withdraw">
      <h2 id="withdraw">
        <Trans>Withdraw from this purchase</Trans>
      </h2>
      <p className="section-intro">
        <Trans>Until {until}, without giving a reason. You get back what your unused credits cost.</Trans>
      </p>
      <Steps order={order} />
    </section>
  )
}

function Steps({ order }: { order: Order }) {
  const { i18n } = useLingui()
  const textOf = useFailureText()
  const creditsText = useCreditsText()
  const client = useQueryClient()
  const ask = useMutation({ mutationFn: () => withdraw(order.id, false) })
  const confirm = useMutation({
    mutationFn: () => withdraw(order.id, true),
    // Less would come back than was shown: the new amount is shown before it counts.
    onError: error => failureOfRpc(error).reason === 'withdrawal_not_confirmed' && ask.mutate(),
    // Also after a failure: an answer may be lost and the withdrawal done.
    onSettled: () => client.invalidateQueries({ queryKey: keys.money() }),
  })
  const failed = confirm.error ?? ask.error
  const found = ask.data
  const amount = found && formatMoney(found.amount, i18n.locale)
  const unused = found && creditsText(found.credits)
  return (
    <>
      {failed && <Alert tone="danger">{textOf(failureOfRpc(failed))}</Alert>}
      {!found && (
        <Button look="secondary" busy={ask.isPending} onClick={() => ask.mutate()}>
          <Trans>Withdraw from contract here</Trans>
        </Button>
      )}
      {found && found.credits === 0 && (
        <p role="status">
          <Trans>You have used all credits of this purchase, so nothing comes back.</Trans>
        </p>
      )}
      {found && found.credits > 0 && (
        <div className="withdraw-confirm">
          <p role="status">
            <Trans>
              <strong>{amount}</strong> is paid back for {unused} that you have not used. These credits go.
            </Trans>
          </p>
          <div className="button-row button-row--end">
            <Button look="quiet" onClick={() => ask.reset()}>
              <Trans>Keep my credits</Trans>
            </Button>
            <Button look="danger" busy={confirm.isPending} onClick={() => confirm.mutate()}>
              <Trans>Confirm withdrawal</Trans>
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

/** What was withdrawn, when, and where the money goes. */
function Receipt({ order, at }: { order: Order; at: Date }) {
  const { i18n } = useLingui()
  const methodName = useMethodName()
  const amount = formatMoney(order.refunded, i18n.locale)
  const when = formatMoment(at, i18n.locale)
  const method = methodName(order.method)
  return (
    <section className="card" aria-labelledby="withdraw">
      <h2 id="withdraw">
        <Trans>You have withdrawn</Trans>
      </h2>
      <Alert tone="success">
        <p>
          <Trans>
            Received {when}. <strong>{amount}</strong> goes back the way you paid ({method}), within 14 days at
            the latest.
          </Trans>
        </p>
      </Alert>
      <Button look="quiet" onClick={() => print()}>
        <Trans>Print this receipt</Trans>
      </Button>
    </section>
  )
}
