import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ChatCount, type LikeCount, newsCount } from '../../shared/query/badges'
import { keys } from '../../shared/query/keys'
import { setNewsCount } from '../../shared/title/title'

/** Keeps the title's number and the app's badge at what the caches of chats and likes hold. */
export function NewsCount() {
  const chats = useQuery<{ chats: ChatCount[] }>({ queryKey: keys.chats(), queryFn: skipToken })
  const likes = useQuery<{ liked_by: LikeCount[] }>({ queryKey: keys.likes(), queryFn: skipToken })
  const count = newsCount(chats.data?.chats ?? [], likes.data?.liked_by ?? [])
  useEffect(() => setNewsCount(count), [count])
  return null
}
