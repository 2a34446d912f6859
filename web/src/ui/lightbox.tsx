import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useEffect, useState } from 'react'
import { Modal as AriaModal, Dialog, I18nProvider, ModalOverlay } from 'react-aria-components'
import { IconButton } from './button'
import { BackIcon, CloseIcon, NextIcon } from './icons'
import { useClosedByLeaving } from './use-closed-by-leaving'

/** A finger that moved so far sideways turns the page; pixels. */
const SWIPE = 48

export type LightboxPhoto = {
  id: string
  src: string
  /** A small file of the same photo, seen until the large one is there. */
  preview: string
  /** Pixels of the large file; 0 when unknown. */
  width: number
  height: number
  alt: string
}

type Props = {
  /** What the photos are, for who cannot see them. */
  title: string
  photos: readonly LightboxPhoto[]
  /** Id of the first to be shown. */
  start: string
  /** Hears which photo was shown last. */
  onClose: (last: string) => void
}

/** Photos one at a time over the whole screen: by arrow keys, by a finger, by buttons. */
export function Lightbox({ title, photos, start, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [id, setId] = useState(start)
  // By id: photos may come or go while one is looked at.
  const at = Math.max(
    0,
    photos.findIndex(photo => photo.id === id),
  )
  const photo = photos[at]
  const step = (by: number) => {
    const next = photos[at + by]
    if (next) setId(next.id)
  }
  const close = () => onClose(photo?.id ?? start)
  useClosedByLeaving(close)
  useArrows(step)
  useAhead([photos[at - 1], photos[at + 1]])
  const swipe = useSwipe(step)
  if (!photo) return null
  const number = at + 1
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay isOpen isDismissable className="lightbox" onOpenChange={open => !open && close()}>
        <AriaModal className="lightbox-box">
          <Dialog className="lightbox-dialog" aria-label={title}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: buttons, arrow keys and Escape do the same */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons, arrow keys and Escape do the same */}
            <div
              className="lightbox-stage"
              onClick={({ target, currentTarget }) => target === currentTarget && close()}
              {...swipe}
            >
              <img key={photo.id} src={photo.src} alt={photo.alt} draggable={false} style={frame(photo)} />
            </div>
            <IconButton className="lightbox-close" label={t`Close`} icon={<CloseIcon />} onClick={close} />
            {photos.length > 1 && (
              <div className="lightbox-foot">
                <IconButton
                  label={t`Previous photo`}
                  icon={<BackIcon />}
                  disabled={at === 0}
                  onClick={() => step(-1)}
                />
                <span aria-live="polite">{t`${number} of ${photos.length}`}</span>
                <IconButton
                  label={t`Next photo`}
                  icon={<NextIcon />}
                  disabled={at === photos.length - 1}
                  onClick={() => step(1)}
                />
              </div>
            )}
          </Dialog>
        </AriaModal>
      </ModalOverlay>
    </I18nProvider>
  )
}

/** As large as the screen lets it be without losing its shape, and its preview until then. */
function frame({ width, height, preview }: LightboxPhoto): CSSProperties {
  const backgroundImage = `url("${encodeURI(preview)}")`
  if (!width || !height) return { backgroundImage }
  return {
    backgroundImage,
    maxWidth: width,
    aspectRatio: `${width} / ${height}`,
    '--shape': width / height,
  } as CSSProperties
}

/** The arrow keys, wherever in the dialog the focus is. */
function useArrows(step: (by: number) => void): void {
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') step(-1)
      if (key === 'ArrowRight') step(1)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [step])
}

/** The photos beside the one that is seen are there when somebody turns to them. */
function useAhead(beside: readonly (LightboxPhoto | undefined)[]): void {
  const addresses = beside.flatMap(photo => photo?.src ?? []).join(' ')
  useEffect(() => {
    for (const src of addresses.split(' ').filter(Boolean)) new Image().src = src
  }, [addresses])
}

function useSwipe(step: (by: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  return {
    onPointerDown: ({ clientX }: { clientX: number }) => setFrom(clientX),
    onPointerCancel: () => setFrom(null),
    onPointerUp: ({ clientX }: { clientX: number }) => {
      // Who has zoomed in moves the photo, and does not turn the page.
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.05
      if (from !== null && !zoomed && Math.abs(clientX - from) > SWIPE) step(clientX < from ? 1 : -1)
      setFrom(null)
    },
  }
}
