import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ChatIcon, EyeIcon, GiftIcon } from '../../ui/icons'
import { formatMoney, type Money } from '../i18n/money'
import { useSettings } from '../settings/context'
import { visitorCountry } from '../settings/country'
import type { Package } from './packages'
import { messagePrice, priceOf } from './price'
import { useCreditsText } from './words'

/** What a message, a photo and a gift cost, in credits and beside it in money. Reading is free. */
export function PriceList({ packages }: { packages: readonly Package[] }) {
  const settings = useSettings()
  const message = messagePrice(settings, visitorCountry(settings), packages)
  return (
    <ul className="prices">
      <Row icon={<EyeIcon />} what={<Trans>Reading and looking around</Trans>}>
        <Trans>Free</Trans>
      </Row>
      <Row icon={<ChatIcon />} what={<Trans>A message</Trans>}>
        <Cost credits={settings.message_credits} money={message} />
      </Row>
      <Row icon={<PhotoIcon />} what={<Trans>A photo in a chat</Trans>}>
        <Cost credits={settings.photo_credits} money={priceOf(settings.photo_credits, packages)} />
      </Row>
      <Row icon={<GiftIcon />} what={<Trans>A gift, from</Trans>}>
        <Cost credits={settings.gift_credits} money={priceOf(settings.gift_credits, packages)} />
      </Row>
    </ul>
  )
}

function Row({ icon, what, children }: { icon: ReactNode; what: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span className="prices-what">{what}</span>
      <span className="prices-cost">{children}</span>
    </li>
  )
}

/** Credits, and at least how much money that is. */
export function Cost({ credits, money }: { credits: number; money: Money | null }) {
  const { i18n } = useLingui()
  const creditsText = useCreditsText()
  const least = money && formatMoney(money, i18n.locale)
  return (
    <>
      {creditsText(credits)}
      {least && (
        <span className="prices-money">
          <Trans>from {least}</Trans>
        </span>
      )}
    </>
  )
}

const PhotoIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect x="3.5" y="5" width="17" height="14" rx="2.5" />
    <circle cx="9" cy="10" r="1.6" />
    <path d="M4 17l5-4.500 3.500 3 3.500-3.500 4 4" />
  </svg>
)
