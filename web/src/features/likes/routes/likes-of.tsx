import { useLingui } from '@lingui/react/macro'
import { NavLink, useParams } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { LIKES_TYPES, type LikesType, paths } from '../../../shared/paths'
import { LikeGrid, listOf, useLikesTitles, WithLikes } from '../components/like-lists'
import { NoLikes } from '../components/no-likes'

const isType = (word: string | undefined): word is LikesType => LIKES_TYPES.some(type => type === word)

/** Thrown for a list that there is not; the error page tells it as a page that could not be found. */
class NoSuchList extends Error {
  readonly status = 404
}

/** One list of likes. */
export default function LikesOf() {
  const { type } = useParams()
  if (!isType(type)) throw new NoSuchList()
  return <List key={type} type={type} />
}

function List({ type }: { type: LikesType }) {
  const { t } = useLingui()
  const titles = useLikesTitles()
  usePageTitle(titles[type])
  return (
    <div className="page likes">
      <h1>{titles[type]}</h1>
      <nav className="tabs" aria-label={t`Lists of likes`}>
        {LIKES_TYPES.map(each => (
          <NavLink key={each} to={paths.likesOf(each)}>
            {titles[each]}
          </NavLink>
        ))}
      </nav>
      <WithLikes cards={8}>
        {likes => {
          const entries = listOf(likes, type)
          return entries.length > 0 ? <LikeGrid entries={entries} type={type} /> : <NoLikes type={type} />
        }}
      </WithLikes>
    </div>
  )
}
