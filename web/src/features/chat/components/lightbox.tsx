import { useLingui } from '@lingui/react/macro'
import type { ChatPhoto } from '../../../shared/chats/message'
import { usePhotoUrl } from '../../../shared/people/photo-url'
import { Lightbox as Shown } from '../../../ui/lightbox'

type Props = { photos: readonly ChatPhoto[]; start: string; name: string; onClose: () => void }

/** The photos of a conversation over the whole screen. */
export default function Lightbox({ photos, start, name, onClose }: Props) {
  const { t } = useLingui()
  const url = usePhotoUrl()
  const count = photos.length
  return (
    <Shown
      title={t`Photos with ${name}`}
      start={start}
      onClose={onClose}
      photos={photos.map(({ id, filename, thumb, width, height }, at) => ({
        id,
        src: url(filename),
        preview: url(thumb),
        width,
        height,
        alt: t`Photo ${at + 1} of ${count}`,
      }))}
    />
  )
}
