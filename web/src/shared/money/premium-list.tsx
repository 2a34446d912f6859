import { Trans } from '@lingui/react/macro'
import { CheckIcon } from '../../ui/icons'
import { ALLOWANCES } from './allowances'

/** What the first purchase brings beside its credits. */
export function PremiumList() {
  const { premiumPhotos } = ALLOWANCES
  return (
    <ul className="ticks">
      <li>
        <CheckIcon />
        <Trans>Start as many conversations as you like</Trans>
      </li>
      <li>
        <CheckIcon />
        <Trans>See all photos of everybody</Trans>
      </li>
      <li>
        <CheckIcon />
        <Trans>Show up to {premiumPhotos} photos of yourself</Trans>
      </li>
      <li>
        <CheckIcon />
        <Trans>It stays, also when your credits are used up</Trans>
      </li>
    </ul>
  )
}
