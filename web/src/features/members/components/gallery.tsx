import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../../shared/a11y/media'
import type { Picture } from '../../../shared/people/person'
import { Button, IconButton } from '../../../ui/button'
import { BackIcon, LockIcon, NextIcon } from '../../../ui/icons'
import { Photo } from '../../../ui/photo'

const FullGallery = lazy(() => import('./full-gallery'))

type Props = {
  name: string
  photos: readonly Picture[]
  /** More than the reader may see. */
  locked: number
  onLocked: () => void
}

/** Photos side by side: swiped on a phone, by buttons and arrow keys elsewhere. A press shows them on the whole screen. */
export function Gallery({ name, photos, locked, onLocked }: Props) {
  const { t } = useLingui()
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [whole, setWhole] = useState<string | null>(null)
  const count = Math.max(photos.length, 1) + (locked > 0 ? 1 : 0)
  const show = (next: number) => {
    const to = Math.max(0, Math.min(count - 1, next))
    strip.current?.scrollTo({
      left: to * strip.current.clientWidth,
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = event.key === 'ArrowRight' ? at + 1 : at - 1
    show(next)
    // The focus goes along, unless it is on the strip itself.
    if (event.target === event.currentTarget) return
    strip.current?.children[next]?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <section className="gallery" aria-label={t`Photos of ${name}`} aria-roledescription={t`gallery`}>
      <ul
        ref={strip}
        className="gallery-strip"
        tabIndex={count > 1 ? 0 : -1}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) =>
          setAt(Math.round(currentTarget.scrollLeft / Math.max(currentTarget.clientWidth, 1)))
        }
      >
        {photos.length === 0 && (
          <li>
            <Photo picture={null} alt={t`${name} has no photo yet`} sizes="1px" />
          </li>
        )}
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              className="gallery-photo"
              aria-label={t`Photo ${index + 1} of ${name}, larger`}
              tabIndex={index === at ? 0 : -1}
              onClick={() => setWhole(photo.id)}
            >
              <Photo picture={photo} alt="" sizes="(min-width: 992px) 520px, 100vw" first={index === 0} />
            </button>
          </li>
        ))}
        {locked > 0 && (
          <li className="gallery-locked">
            <LockIcon />
            <p>{t`${plural(locked, { one: '# more photo', other: '# more photos' })}`}</p>
            <Button onClick={onLocked}>
              <Trans>See all photos</Trans>
            </Button>
          </li>
        )}
      </ul>
      {count > 1 && (
        <>
          <p className="gallery-count" role="status">
            <span aria-hidden="true">
              {at + 1} / {count}
            </span>
            <span className="visually-hidden">{t`Photo ${at + 1} of ${count}`}</span>
          </p>
          <IconButton
            className="gallery-button gallery-button--back"
            label={t`Previous photo`}
            icon={<BackIcon />}
            disabled={at === 0}
            onClick={() => show(at - 1)}
          />
          <IconButton
            className="gallery-button gallery-button--next"
            label={t`Next photo`}
            icon={<NextIcon />}
            disabled={at === count - 1}
            onClick={() => show(at + 1)}
          />
        </>
      )}
      {whole && (
        <Suspense fallback={null}>
          <FullGallery
            name={name}
            photos={photos}
            start={whole}
            onClose={last => {
              setWhole(null)
              show(photos.findIndex(({ id }) => id === last))
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
