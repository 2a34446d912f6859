import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfPhp } from '../../../shared/failures/of-php'
import { type LikesType, paths } from '../../../shared/paths'
import { type LikeEntry, type Likes, likesQuery, matchesOf } from '../../../shared/people/likes'
import { PersonCard, PersonCardSkeleton } from '../../../ui/person-card'

/** The entries of one list. */
export const listOf = (likes: Likes, type: LikesType): LikeEntry[] => {
  if (type === 'matches') return matchesOf(likes)
  return type === 'given' ? likes.profiles : likes.liked_by
}

/** The names of the lists. */
export function useLikesTitles(): Record<LikesType, string> {
  const { t } = useLingui()
  return { received: t`Who likes you`, given: t`Whom you like`, matches: t`Your matches` }
}

/** The lists once they are there; their place before, and what went wrong instead. */
export function WithLikes({ children, cards }: { children: (likes: Likes) => ReactNode; cards: number }) {
  const { data, error, refetch, isRefetching } = useQuery(likesQuery())
  if (data) return children(data)
  if (error) {
    return <AskAgain failed={failureOfPhp(error)} busy={isRefetching} onAgain={refetch} />
  }
  return (
    <div className="person-grid" aria-busy="true">
      {Array.from({ length: cards }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike
        <PersonCardSkeleton key={at} />
      ))}
    </div>
  )
}

/** Cards of a list, new ones marked. */
export function LikeGrid({ entries, type, most }: { entries: LikeEntry[]; type: LikesType; most?: number }) {
  // What was new when the page opened stays marked and in its place until it is left.
  const [fresh] = useState(() => new Set(entries.filter(entry => entry.like_new).map(({ id }) => id)))
  return (
    <ul className="person-grid">
      {entries.slice(0, most).map((entry, at) => (
        <li key={entry.id}>
          <PersonCard
            person={entry}
            to={paths.likedMember(entry.id)}
            isNew={type !== 'given' && (entry.like_new || fresh.has(entry.id))}
            first={at < 4}
          />
        </li>
      ))}
    </ul>
  )
}
