import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { formatPercent } from '../../shared/i18n/money'
import { useModals } from '../../shared/modals/registry'
import { countdown, inMembersArea } from '../../shared/money/bonus'
import { bonusDismissed } from '../../shared/money/bonus-dismissal'
import { type TimeBonus as Bonus, useBonusLeft, useTimeBonus } from '../../shared/money/time-bonus'
import { paths } from '../../shared/paths'
import type { User } from '../../shared/session/user'
import { AppLink } from '../../ui/app-link'

/** Milliseconds in the members area until the offer is shown over the page, once. */
const WAIT = 40_000

/** The welcome offer of a new member in the members area: a quiet line at the top, and once a modal. */
export default function TimeBonus({ user }: { user: User }) {
  const { pathname } = useLocation()
  const bonus = useTimeBonus()
  const { open } = useModals()
  const inside = inMembersArea(pathname)
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (!inside) return
    const timer = setTimeout(() => setWaited(true), WAIT)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [inside])
  const due = waited && bonus !== null && user.credits === 0 && !bonusDismissed(user.id)
  useEffect(() => {
    if (due) open('time-bonus', {})
  }, [due, open])
  return inside && bonus ? <Banner bonus={bonus} /> : null
}

function Banner({ bonus }: { bonus: Bonus }) {
  const { t, i18n } = useLingui()
  const percent = formatPercent(bonus.percentage, i18n.locale)
  const left = countdown(useBonusLeft(bonus))
  return (
    <aside className="bonus-banner" aria-label={t`Welcome offer`}>
      <AppLink to={paths.credits}>
        <Trans>{percent} off your first credits</Trans>
      </AppLink>
      <span className="bonus-banner-why">
        <Trans>automatic for new members</Trans>
      </span>
      <span className="countdown" role="timer">
        {left}
      </span>
    </aside>
  )
}
