import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatPercent } from '../../../shared/i18n/money'
import { countdown } from '../../../shared/money/bonus'
import { dismissBonus } from '../../../shared/money/bonus-dismissal'
import { type TimeBonus, useBonusLeft, useTimeBonus } from '../../../shared/money/time-bonus'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Modal } from '../../../ui/modal'
import { Spark } from '../../../ui/spark'

/** The welcome offer of a new member, once. It goes when it is over. */
export default function TimeBonusModal({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { data: user } = useQuery(userQuery())
  const bonus = useTimeBonus()
  const over = bonus === null
  useEffect(() => {
    if (over) onClose()
  }, [over, onClose])
  if (!bonus) return null
  const percent = formatPercent(bonus.percentage, i18n.locale)
  const close = () => {
    if (user) dismissBonus(user.id, Date.now())
    onClose()
  }
  return (
    <Modal title={t`${percent} off your first credits`} size="sm" onClose={close}>
      <Spark className="modal-spark" />
      <p>
        <Trans>Automatic for new members, for 4 hours from signing up. You need no code.</Trans>
      </p>
      <Left bonus={bonus} />
      <div className="button-stack">
        <AppLink className={buttonClass('primary')} to={paths.credits} onClick={close}>
          <Trans>See credits</Trans>
        </AppLink>
        <Button look="quiet" onClick={close}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Modal>
  )
}

function Left({ bonus }: { bonus: TimeBonus }) {
  const left = countdown(useBonusLeft(bonus))
  return (
    <p className="bonus-left">
      <span className="countdown" role="timer">
        {left}
      </span>{' '}
      <Trans>left</Trans>
    </p>
  )
}
