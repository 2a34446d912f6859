import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { giftsQuery } from '../api/gifts'
import { GiftPicture } from './gift-picture'

/** A gift as it was given. */
export default function GiftCard({ gift }: { gift: string }) {
  const { i18n } = useLingui()
  const { data: gifts } = useQuery(giftsQuery(i18n.locale))
  const name = gifts?.find(({ id }) => id === gift)?.name
  return (
    <div className="gift-card">
      <GiftPicture gift={gift} />
      <span>{name ?? <Trans>A gift</Trans>}</span>
    </div>
  )
}
