import { useQuery } from '@tanstack/react-query'
import { useOutletContext, useParams } from 'react-router'
import { chatsQuery, lineOf } from '../../../shared/chats/chats'
import { peerQuery } from '../../../shared/chats/conversation'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { Conversation, Nobody } from '../components/conversation'
import type { Pane } from '../pane'

/** A conversation by its own id. */
export default function Chat() {
  const { id = '' } = useParams()
  const { user, remove } = useOutletContext<Pane>()
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
      <AskAgain failed={failed} onAgain={refetch} />
    </div>
  )
}
