import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { chatsQuery, type ChatLine as Line } from '../../../shared/chats/chats'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfPhp } from '../../../shared/failures/of-php'
import { paths } from '../../../shared/paths'
import { PushInvitation } from '../../../shared/pwa/push-invitation'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { ChatIcon } from '../../../ui/icons'
import { useNow } from '../hooks/use-now'
import { ChatLine } from './chat-line'

type Props = {
  me: string
  isCurrent: (line: Line) => boolean
  /** A heading of its own while no conversation is open. */
  heading: 'h1' | 'h2'
  removal: { mutate: (conversation: string) => void; isError: boolean }
  onRemoved: (line: Line) => void
}

/** All conversations, the latest first. */
export function ChatList({ me, isCurrent, heading: Heading, removal, onRemoved }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(chatsQuery())
  const now = useNow()
  const remove = (line: Line) => {
    removal.mutate(line.id)
    onRemoved(line)
  }
  return (
    <section className="chat-list" aria-label={t`Conversations`}>
      <Heading className="chat-list-title">
        <Trans>Messages</Trans>
      </Heading>
      {removal.isError && (
        <Alert tone="danger">
          <Trans>The conversation could not be removed. It is back in the list; try again later.</Trans>
        </Alert>
      )}
      {error && !data && <AskAgain failed={failureOfPhp(error)} onAgain={refetch} />}
      {!data && !error && <Waiting />}
      {data && data.chats.length > 0 && (
        <ul className="chat-lines">
          {data.chats.map(line => (
            <ChatLine
              key={line.id}
              line={line}
              me={me}
              now={now}
              current={isCurrent(line)}
              onRemove={() => remove(line)}
            />
          ))}
        </ul>
      )}
      {data && data.chats.length === 0 && (
        <Empty
          icon={<ChatIcon />}
          title={t`No conversations yet`}
          action={
            <AppLink className={buttonClass('primary')} to={paths.members}>
              <Trans>Look around</Trans>
            </AppLink>
          }
        >
          <Trans>Find somebody you like, and write the first line.</Trans>
        </Empty>
      )}
      {data && data.chats.length > 0 && <PushInvitation />}
    </section>
  )
}

/** Lines of the size that conversations will have. */
function Waiting() {
  return (
    <ul className="chat-lines" aria-hidden="true">
      {[0, 1, 2, 3, 4].map(line => (
        <li key={line} className="chat-line chat-line--waiting">
          <span className="avatar" />
          <span className="skeleton-line" />
        </li>
      ))}
    </ul>
  )
}
