import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Conversation } from '../../../shared/chats/conversation'
import { openPremiumOnly } from '../../../shared/modals/money'
import { useModals } from '../../../shared/modals/registry'
import type { User } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { IconButton } from '../../../ui/button'
import { GiftIcon } from '../../../ui/icons'
import { isPremium } from '../api/premium'
import { useDraft } from '../hooks/use-draft'
import { useTellTyping } from '../hooks/use-typing'
import type { Outbox } from '../outbox/outbox'
import { PictureIcon, SendIcon } from './signs'

const PriceHint = lazy(() => import('./price-hint'))
const PhotoSheet = lazy(() => import('./photo-sheet'))

/** From so many characters before the limit on they are counted. */
const COUNTED = 100

type Props = { conversation: Conversation; user: User; name: string; outbox: Outbox | null; note?: ReactNode }

/** Where messages, photos and gifts are made. */
export default function Composer({ conversation, user, name, outbox, note }: Props) {
  const { t } = useLingui()
  const { message_length: most } = useSettings()
  const { peer } = conversation
  const { open } = useModals()
  const [text, setText] = useDraft(user.id, peer)
  const [file, setFile] = useState<File | null>(null)
  const tellTyping = useTellTyping(peer)
  const client = useQueryClient()
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  // The server counts characters as people do, not the units of a JavaScript string.
  const left = most - [...text.trim()].length
  const empty = text.trim() === ''

  useGrowing(area, text)
  useFocusAtFirst(area)

  const submit = () => {
    if (empty || left < 0 || !outbox) return
    outbox.post(peer, { kind: 'text', text: text.trim() })
    setText('')
    area.current?.focus()
  }
  const forPremium = (act: () => void) => async () => {
    if (user.paid_user || (await isPremium(client))) act()
    else openPremiumOnly(open, 'other')
  }
  return (
    <form
      className="composer"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {note}
      <div className="composer-row">
        <IconButton
          label={t`Send a photo`}
          icon={<PictureIcon />}
          onClick={forPremium(() => picker.current?.click())}
        />
        <IconButton
          label={t`Give a gift`}
          icon={<GiftIcon />}
          onClick={() => open('gift', { memberId: peer, name })}
        />
        <input
          ref={picker}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          onChange={event => {
            setFile(event.target.files?.[0] ?? null)
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
        <textarea
          ref={area}
          className="composer-text"
          rows={1}
          value={text}
          placeholder={t`Write something nice`}
          aria-label={t`Message to ${name}`}
          aria-invalid={left < 0}
          aria-describedby="composer-foot"
          enterKeyHint={matchMedia('(pointer: coarse)').matches ? 'enter' : 'send'}
          onChange={event => {
            setText(event.target.value)
            if (event.target.value.trim()) tellTyping()
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            // On a keyboard of glass a new line has no other key.
            if (matchMedia('(pointer: coarse)').matches) return
            event.preventDefault()
            submit()
          }}
        />
        <button
          type="submit"
          className="send-button"
          aria-label={t`Send`}
          title={t`Send`}
          aria-disabled={empty || left < 0}
          // A tap must not take the keyboard of a phone away.
          onPointerDown={event => event.preventDefault()}
        >
          <SendIcon />
        </button>
      </div>
      <div className="composer-foot" id="composer-foot">
        {left <= COUNTED && (
          <span className="composer-left" data-over={left < 0 || undefined} aria-live="polite">
            {left >= 0
              ? t`${plural(left, { one: '# character left', other: '# characters left' })}`
              : t`${plural(-left, { one: '# character too many', other: '# characters too many' })}`}
          </span>
        )}
        <Suspense fallback={null}>
          <PriceHint price={conversation.textPrice} freeLeft={conversation.freeLeft} message />
        </Suspense>
      </div>
      {file && (
        <Suspense fallback={null}>
          <PhotoSheet
            file={file}
            name={name}
            price={conversation.photoPrice}
            onClose={() => setFile(null)}
            onSend={content => {
              outbox?.post(peer, content)
              setFile(null)
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

/** The field is as high as its text, up to what the style allows. */
function useGrowing(area: { current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with each text
  useLayoutEffect(() => {
    const field = area.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + 2}px`
  }, [area, text])
}

/** Who has a keyboard may write at once. After the heading had its turn, which is read out. */
function useFocusAtFirst(area: { current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches || matchMedia('(max-width: 767.98px)').matches) return
    const timer = setTimeout(() => area.current?.focus({ preventScroll: true }), 60)
    return () => clearTimeout(timer)
  }, [area])
}
