import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { ChatMessage, ChatPhoto } from '../../../shared/chats/message'
import { useFailureText } from '../../../shared/failures/text'
import { formatMoment } from '../../../shared/i18n/format'
import { formatTime } from '../../../shared/i18n/when'
import { usePhotoUrl } from '../../../shared/people/photo-url'
import { Blur } from '../../../ui/blur'
import { AlertIcon } from '../../../ui/icons'
import type { Item } from '../outbox/item'
import { progress } from '../outbox/progress'
import type { Place } from '../rows'
import { ClockIcon } from './signs'

const GiftCard = lazy(() => import('./gift-card'))

/** Of the size that a gift will have. */
const Gift = ({ gift }: { gift: string }) => (
  <Suspense fallback={<div className="gift-card" />}>
    <GiftCard gift={gift} />
  </Suspense>
)

type Frame = Place & { own: boolean; children: ReactNode; foot?: ReactNode; bare?: boolean; state?: string }

function Frame({ own, first, last, bare = false, state, children, foot }: Frame) {
  return (
    <div
      className="message"
      data-own={own || undefined}
      data-first={first || undefined}
      data-last={last || undefined}
    >
      <div className={bare ? 'bubble bubble--bare' : 'bubble'} data-state={state}>
        {children}
      </div>
      {foot && <div className="message-foot">{foot}</div>}
    </div>
  )
}

type SentProps = Place & {
  message: ChatMessage
  own: boolean
  name: string
  /** Told below the member's last message. */
  receipt: 'sent' | 'read' | null
  onPhoto: (photo: ChatPhoto) => void
}

/** A message that is there. */
export function SentBubble({ message, own, name, receipt, onPhoto, ...place }: SentProps) {
  const { i18n } = useLingui()
  const at = new Date(message.at)
  const { said } = message
  const foot = (place.last || receipt) && (
    <>
      <time dateTime={at.toISOString()} title={formatMoment(at, i18n.locale)}>
        {formatTime(at, i18n.locale)}
      </time>
      {receipt === 'read' && (
        <span className="receipt">
          <Trans>Read</Trans>
        </span>
      )}
      {receipt === 'sent' && (
        <span className="receipt">
          <Trans>Sent</Trans>
        </span>
      )}
    </>
  )
  return (
    <Frame own={own} foot={foot} bare={said.kind === 'photo' || said.kind === 'gift'} {...place}>
      <span className="visually-hidden">{own ? <Trans>You:</Trans> : <Trans>{name}:</Trans>} </span>
      {said.kind === 'text' && <p className="bubble-text">{said.text}</p>}
      {said.kind === 'gift' && <Gift gift={said.gift} />}
      {said.kind === 'photo' && <PhotoThumb photo={said.photo} own={own} name={name} onOpen={onPhoto} />}
      {said.kind === 'gone' && (
        <p className="bubble-text">
          <em>
            <Trans>This photo is no longer there.</Trans>
          </em>
        </p>
      )}
    </Frame>
  )
}

type WaitingProps = Place & {
  item: Item
  /** It waits for the network, or behind one that does. */
  stalled: boolean
  onRetry: () => void
  onHurry: () => void
  onDrop: () => void
}

/** A message that is on its way, waits, or was refused. */
export function WaitingBubble({ item, stalled, onRetry, onHurry, onDrop, ...place }: WaitingProps) {
  const textOf = useFailureText()
  const { content, failure } = item
  const part = useSyncExternalStore(progress.subscribe, () => progress.get(item.id))
  const percent = Math.round((part ?? 0) * 100)
  const foot = failure ? (
    <span className="message-problem">
      <AlertIcon />
      <span>
        <Trans>Not sent.</Trans> {textOf(failure)}
      </span>
      <span className="message-ways">
        <button type="button" className="text-button" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
        <button type="button" className="text-button" onClick={onDrop}>
          <Trans>Remove</Trans>
        </button>
      </span>
    </span>
  ) : stalled ? (
    <span className="message-waits">
      <ClockIcon />
      <span>
        <Trans>Waits for a connection</Trans>
      </span>
      <button type="button" className="text-button" onClick={onHurry}>
        <Trans>Try now</Trans>
      </button>
    </span>
  ) : (
    <span className="message-waits">
      <ClockIcon />
      {part !== null && part < 1 ? <Trans>{percent} % on its way</Trans> : <Trans>Sending…</Trans>}
    </span>
  )
  return (
    <Frame
      own
      state={failure ? 'failed' : 'sending'}
      foot={(place.last || failure) && foot}
      bare={content.kind !== 'text'}
      {...place}
    >
      <span className="visually-hidden">
        <Trans>You:</Trans>{' '}
      </span>
      {content.kind === 'text' && <p className="bubble-text">{content.text}</p>}
      {content.kind === 'gift' && <Gift gift={content.gift} />}
      {content.kind === 'photo' && (
        <OwnFile file={content.file} width={content.width} height={content.height} part={part} />
      )}
    </Frame>
  )
}

/** Width and height as CSS takes them; a photo of unknown size is a square. */
const ratio = (width: number, height: number) => ({
  aspectRatio: width && height ? `${width} / ${height}` : '1',
})

type ThumbProps = { photo: ChatPhoto; own: boolean; name: string; onOpen: (photo: ChatPhoto) => void }

function PhotoThumb({ photo, own, name, onOpen }: ThumbProps) {
  const { t } = useLingui()
  const url = usePhotoUrl()
  const label = own ? t`Your photo, larger` : t`Photo of ${name}, larger`
  return (
    <button
      type="button"
      className="photo-thumb"
      style={ratio(photo.width, photo.height)}
      aria-label={label}
      onClick={() => onOpen(photo)}
    >
      <Blur hash={photo.blurHash} />
      <img
        src={url(photo.thumb)}
        srcSet={`${url(photo.thumb)} 320w, ${url(photo.filename)} 1200w`}
        sizes="260px"
        alt=""
        decoding="async"
      />
    </button>
  )
}

type FileProps = { file: Blob; width: number; height: number; part: number | null }

function OwnFile({ file, width, height, part }: FileProps) {
  const { t } = useLingui()
  const [address, setAddress] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className="photo-thumb" style={ratio(width, height)}>
      {address && <img src={address} alt={t`Chosen by you`} />}
      {part !== null && <progress aria-label={t`Sending…`} max={1} value={part} />}
    </div>
  )
}
