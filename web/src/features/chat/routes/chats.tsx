import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useMatch, useNavigate } from 'react-router'
import type { ChatLine } from '../../../shared/chats/chats'
import { paths } from '../../../shared/paths'
import { userQuery } from '../../../shared/session/user'
import { toast } from '../../../ui/toast'
import { useRemoveChat } from '../api/remove'
import { ChatList } from '../components/chat-list'
import type { Pane } from '../pane'

/** Two panes: all conversations, and the one that is open. On a phone one at a time. */
export default function Chats() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: user } = useQuery(userQuery())
  const chat = useMatch(`${paths.chats}/:id`)?.params.id
  const peer = useMatch('/members/:id/chat')?.params.id
  const removal = useRemoveChat()
  useKeyboardHeight()
  if (!user) return null
  const isOpen = chat !== undefined || peer !== undefined
  const isCurrent = ({ id, person }: Pick<ChatLine, 'id' | 'person'>) => id === chat || person.id === peer
  const remove = (conversation: string) => {
    removal.mutate(conversation, { onSuccess: () => toast(t`The conversation is removed.`) })
    void navigate(paths.chats)
  }
  return (
    <div className="chats" data-open={isOpen || undefined}>
      <ChatList
        me={user.id}
        heading={isOpen ? 'h2' : 'h1'}
        isCurrent={isCurrent}
        removal={removal}
        onRemoved={line => {
          if (isCurrent(line)) void navigate(paths.chats)
        }}
      />
      <Outlet context={{ remove, user } satisfies Pane} />
    </div>
  )
}

/** Tells the style how much of the page a phone's keyboard leaves, where the browser does not do so by itself. */
function useKeyboardHeight(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const measure = () => {
      style.setProperty('--seen-height', `${view.height}px`)
      style.setProperty('--seen-top', `${view.offsetTop}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
  }, [])
}
