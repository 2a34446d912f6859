import { useOutletContext, useParams } from 'react-router'
import { Conversation } from '../components/conversation'
import type { Pane } from '../pane'

/** The conversation with a member, also before its first message. */
export default function MemberChat() {
  const { id = '' } = useParams()
  const { user, remove } = useOutletContext<Pane>()
  return <Conversation key={id} peer={id} user={user} onRemove={remove} />
}
