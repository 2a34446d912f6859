import { useLingui } from '@lingui/react/macro'
import type { Picture } from '../../../shared/people/person'
import { usePhotoUrl } from '../../../shared/people/photo-url'
import { Lightbox } from '../../../ui/lightbox'

type Props = {
  name: string
  photos: readonly Picture[]
  start: string
  /** Hears which photo was shown last. */
  onClose: (last: string) => void
}

/** Somebody's photos over the whole screen. */
export default function FullGallery({ name, photos, start, onClose }: Props) {
  const { t } = useLingui()
  const url = usePhotoUrl()
  return (
    <Lightbox
      title={t`Photos of ${name}`}
      start={start}
      onClose={onClose}
      photos={photos.map(({ id, large, medium, width, height }, at) => ({
        id,
        src: url(large),
        preview: url(medium),
        width,
        height,
        alt: t`Photo ${at + 1} of ${name}`,
      }))}
    />
  )
}
