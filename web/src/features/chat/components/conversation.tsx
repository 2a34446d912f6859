import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { changeChats, chatsQuery, withUnread } from '../../../shared/chats/chats'
import { conversationQuery } from '../../../shared/chats/conversation'
import { EMPTY, type History, lastOf } from '../../../shared/chats/history'
import { catchUp, historyQuery } from '../../../shared/chats/pages'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { paths } from '../../../shared/paths'
import type { Person } from '../../../shared/people/person'
import { keys } from '../../../shared/query/keys'
import type { User } from '../../../shared/session/user'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { FictionalLabel } from '../../../ui/fictional-label'
import { BackIcon, ChatIcon } from '../../../ui/icons'
import { nameAndAge } from '../../../ui/person-place'
import { peerProfileQuery } from '../api/profile'
import { useGiftWish } from '../hooks/use-gift-wish'
import { useOutbox } from '../hooks/use-outbox'
import { isLookedAt } from '../hooks/use-read-mark'
import { useTyping } from '../hooks/use-typing'
import { MessageList } from './message-list'
import { PeerPhoto } from './peer-photo'
import { useNameOf } from './words'

const Composer = lazy(() => import('./composer'))
const ConversationMenu = lazy(() => import('./conversation-menu'))
const ReadOnlyNote = lazy(() => import('./read-only-note'))
const Lightbox = lazy(() => import('./lightbox'))

type Props = { peer: string; user: User; onRemove: (conversation: string) => void }

/** What two members write to each other. */
export function Conversation({ peer, user, onRemove }: Props) {
  const client = useQueryClient()
  const person = usePeer(peer)
  const name = useNameOf()(person)
  const { data: conversation, error, refetch, dataUpdatedAt } = useQuery(conversationQuery(peer))
  const id = conversation?.id ?? ''
  const history = useQuery({
    ...historyQuery({ id, read: conversation?.read ?? 0, unread: conversation?.unread ?? 0 }),
    enabled: id !== '',
  })
  const { outbox, waiting, stalled } = useOutbox(peer)
  const typing = useTyping(peer)
  const [photo, setPhoto] = useState<string | null>(null)
  usePageTitle(name)
  useUnreadSeen(id)
  useGiftWish(peer, name, conversation?.readOnly === false)

  // Something newer is known of than what is shown: asked for, whoever told.
  const behind =
    history.data !== undefined &&
    !history.data.later &&
    conversation !== undefined &&
    conversation.last > lastOf(history.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with each answer, until it is there
  useEffect(() => {
    if (behind) catchUp(client, id).catch(() => undefined)
  }, [behind, client, id, dataUpdatedAt])

  const reason = error && !conversation ? failureOfRpc(error).reason : null
  if (reason === 'member_unknown' || reason === 'conversation_unknown' || reason === 'is_self')
    return <Nobody />
  const failed = (!conversation && error) || (!history.data && history.error)
  const shown = history.data ?? (id === '' && conversation ? EMPTY : null)
  const photos = (history.data?.messages ?? []).flatMap(({ said }) =>
    said.kind === 'photo' ? [said.photo] : [],
  )
  return (
    <div className="conversation">
      <Head
        person={person}
        peer={peer}
        name={name}
        typing={typing && conversation?.readOnly === false}
        menu={
          <Suspense fallback={null}>
            <ConversationMenu
              peer={peer}
              name={name}
              canRemove={id !== ''}
              isGone={!person?.name}
              onRemove={() => onRemove(id)}
            />
          </Suspense>
        }
      />
      {failed && (
        <div className="thread thread--note">
          <AskAgain
            failed={failureOfRpc(failed)}
            onAgain={() => (conversation ? history.refetch() : refetch())}
          />
        </div>
      )}
      {!failed && (!conversation || !shown) && <Loading />}
      {!failed &&
        conversation &&
        shown &&
        (shown.messages.length === 0 && waiting.length === 0 && !shown.earlier ? (
          <FirstLine name={name} person={person} />
        ) : (
          <MessageList
            conversation={conversation}
            history={shown}
            me={user.id}
            name={name}
            outbox={outbox}
            waiting={waiting}
            stalled={stalled}
            typing={typing && !conversation.readOnly}
            onPhoto={({ id: chosen }) => setPhoto(chosen)}
          />
        ))}
      {!conversation && !failed && <div className="composer composer--waiting" />}
      {conversation && !conversation.readOnly && (
        <Suspense fallback={<div className="composer composer--waiting" />}>
          <Composer conversation={conversation} user={user} name={name} outbox={outbox} />
        </Suspense>
      )}
      {conversation?.readOnly && (
        <Suspense fallback={null}>
          <ReadOnlyNote peer={peer} name={name} fictional={person?.fictional === true} />
        </Suspense>
      )}
      {photo && (
        <Suspense fallback={null}>
          <Lightbox photos={photos} start={photo} name={name} onClose={() => setPhoto(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** The other member: as the overview shows them, else by their profile. Null: not to be seen; undefined: not known yet. */
function usePeer(peer: string): Person | null | undefined {
  const { data: chats } = useQuery(chatsQuery())
  const line = chats?.chats.find(({ person }) => person.id === peer)
  const { data: profile, isError } = useQuery({
    ...peerProfileQuery(peer),
    enabled: line === undefined,
    retry: false,
  })
  return line?.person ?? profile?.person ?? (isError ? null : undefined)
}

/** An open conversation has nothing unread, as soon as somebody looks. */
function useUnreadSeen(id: string): void {
  const client = useQueryClient()
  const { data: chats } = useQuery(chatsQuery())
  const known = chats !== undefined
  useEffect(() => {
    if (id && known && isLookedAt()) changeChats(client, old => withUnread(old, id, 0))
  }, [client, id, known])
  // The overview may know of something newer than the conversation does.
  const line = chats?.chats.find(each => each.id === id)
  const last = line?.last?.id
  const peer = line?.person.id
  useEffect(() => {
    const history = client.getQueryData<History>(keys.history(id))
    if (!peer || !last || !history || history.later) return
    if (history.messages.some(message => message.id === last)) return
    void client.invalidateQueries({ queryKey: keys.conversation(peer) })
  }, [client, id, peer, last])
}

type HeadProps = {
  person: Person | null | undefined
  peer: string
  name: string
  typing: boolean
  menu: ReactNode
}

function Head({ person, peer, name, typing, menu }: HeadProps) {
  const { t } = useLingui()
  const face = (
    <>
      <PeerPhoto person={person} name={name} size="sm" />
      <span className="conversation-who">
        <h1>{person?.name ? nameAndAge(person) : name}</h1>
        <span className="conversation-state" aria-live="polite">
          {typing ? (
            <Trans>typing…</Trans>
          ) : person?.fictional && person.name ? (
            <FictionalLabel />
          ) : (
            person?.online && <Trans>Online</Trans>
          )}
        </span>
      </span>
    </>
  )
  return (
    <header className="conversation-head">
      <AppLink to={paths.chats} className="icon-button conversation-back" aria-label={t`Back to all messages`}>
        <BackIcon />
      </AppLink>
      {person?.name ? (
        <AppLink to={paths.member(peer)} className="conversation-peer">
          {face}
        </AppLink>
      ) : (
        <div className="conversation-peer">{face}</div>
      )}
      {menu}
    </header>
  )
}

function Loading() {
  return (
    <div className="thread thread--waiting" aria-hidden="true">
      {[46, 30, 62, 38, 54].map((width, at) => (
        <span
          key={width}
          className="bubble skeleton-line"
          data-own={at % 2 === 1 || undefined}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  )
}

function FirstLine({ name, person }: { name: string; person: Person | null | undefined }) {
  const { t } = useLingui()
  return (
    <div className="thread thread--note">
      <div className="first-line">
        <PeerPhoto person={person} name={name} />
        <h2>{t`Say hello to ${name}`}</h2>
        <p>
          <Trans>A question about something in the profile is the easiest to answer.</Trans>
        </p>
      </div>
    </div>
  )
}

/** No such conversation, or none that the reader may see. */
export function Nobody() {
  const { t } = useLingui()
  usePageTitle(t`Messages`)
  return (
    <div className="conversation conversation--nobody">
      <Empty
        level="h1"
        icon={<ChatIcon />}
        title={t`This conversation is not there`}
        action={
          <AppLink className={buttonClass('primary')} to={paths.chats}>
            <Trans>All messages</Trans>
          </AppLink>
        }
      >
        <Trans>The member may have left, or cannot be written to.</Trans>
      </Empty>
    </div>
  )
}
