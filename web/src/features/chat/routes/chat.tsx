import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useOutletContext, useParams } from 'react-router'
import { chatsQuery, lineOf } from '../../../shared/chats/chats'
import { peerQuery } from '../../../shared/chats/conversation'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Conversation, Nobody } from '../components/conversation'
import type { Pane } from '../pane'

/** A conversation by its own id. */
export default function Chat() {
  const { id = '' } = useParams()
  const { user, remove } = useOutletContext<Pane>()
  const textOf = useFailureText()
  const { data: chats } = useQuery(chatsQuery())
  const listed = chats && lineOf(chats, id)?.person.id
  const { data: asked, error, refetch } = useQuery({ ...peerQuery(id), enabled: !listed, retry: 1 })
  const peer = listed ?? asked
  if (peer) return <Conversation key={peer} peer={peer} user={user} onRemove={remove} />
  if (!error) return <div className="conversation" aria-busy="true" />
  const failed = failureOfRpc(error)
  if (failed.reason === 'conversation_unknown') return <Nobody />
  return (
    <div className="conversation conversation--nobody">
      <Alert
        tone="danger"
        action={
          <Button look="quiet" size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {textOf(failed)}
      </Alert>
    </div>
  )
}
