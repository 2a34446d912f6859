import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { formatMoney } from '../../../shared/i18n/money'
import type { Shortage } from '../../../shared/modals/money'
import { rememberCameFrom } from '../../../shared/money/came-from'
import { packagesQuery } from '../../../shared/money/packages'
import { messagePrice, priceOf } from '../../../shared/money/price'
import { useCreditsText } from '../../../shared/money/words'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { visitorCountry } from '../../../shared/settings/country'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Modal } from '../../../ui/modal'

type Props = Shortage & { onClose: () => void }

/** The credits do not reach for what the member wanted to do: what it costs, and one way on. */
export default function BuyCreditsModal({ what, price, available, onClose }: Props) {
  const { t, i18n } = useLingui()
  const creditsText = useCreditsText()
  const settings = useSettings()
  const { pathname } = useLocation()
  const { data: user } = useQuery(userQuery())
  const { data: offer } = useQuery(packagesQuery())
  const packages = offer?.packages ?? []
  const costs = price ?? settings[`${what}_credits`]
  const has = available ?? user?.credits ?? 0
  const money =
    what === 'message' && costs === settings.message_credits
      ? messagePrice(settings, visitorCountry(settings), packages)
      : priceOf(costs, packages)
  const needed = creditsText(costs)
  const least = money && formatMoney(money, i18n.locale)
  const titles = {
    message: t`Credits for your message`,
    photo: t`Credits for your photo`,
    gift: t`Credits for your gift`,
  }
  return (
    <Modal title={titles[what]} size="md" onClose={onClose}>
      <p>
        {least ? (
          <Trans>
            This costs {needed}, from {least}.
          </Trans>
        ) : (
          <Trans>This costs {needed}.</Trans>
        )}{' '}
        {t`${plural(has, { 0: 'You have none left.', one: 'You have # credit.', other: 'You have # credits.' })}`}
      </p>
      <p className="section-intro">
        <Trans>Reading stays free, and what you wrote is kept here.</Trans>
      </p>
      <div className="button-row button-row--end">
        <Button look="quiet" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <AppLink
          className={buttonClass('primary')}
          to={paths.credits}
          onClick={() => {
            rememberCameFrom(pathname)
            onClose()
          }}
        >
          <Trans>See credits</Trans>
        </AppLink>
      </div>
    </Modal>
  )
}
