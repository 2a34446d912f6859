import { Trans, useLingui } from '@lingui/react/macro'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { formatNumber } from '../../../shared/i18n/money'
import { LIKES_TYPES, type LikesType, paths } from '../../../shared/paths'
import type { Likes as Lists } from '../../../shared/people/likes'
import { AppLink } from '../../../ui/app-link'
import { LikeGrid, listOf, useLikesTitles, WithLikes } from '../components/like-lists'
import { NoLikes } from '../components/no-likes'

/** Cards of each list on the overview. */
const FEW = 4

/** All lists of likes, the beginning of each. */
export default function Likes() {
  const { t } = useLingui()
  usePageTitle(t`Likes`)
  return (
    <div className="page likes">
      <h1>
        <Trans>Likes</Trans>
      </h1>
      <WithLikes cards={FEW * 2}>{likes => <Overview likes={likes} />}</WithLikes>
    </div>
  )
}

function Overview({ likes }: { likes: Lists }) {
  const shown = LIKES_TYPES.filter(type => type === 'received' || listOf(likes, type).length > 0)
  return (
    <>
      {shown.map(type => (
        <Part key={type} type={type} likes={likes} />
      ))}
      {!shown.includes('given') && <NoLikes type="given" />}
    </>
  )
}

function Part({ type, likes }: { type: LikesType; likes: Lists }) {
  const { i18n } = useLingui()
  const title = useLikesTitles()[type]
  const entries = listOf(likes, type)
  return (
    <section className="likes-part" aria-labelledby={`likes-${type}`}>
      <div className="likes-head">
        <h2 id={`likes-${type}`}>
          {title}{' '}
          {entries.length > 0 && <span className="count">{formatNumber(entries.length, i18n.locale)}</span>}
        </h2>
        {entries.length > FEW && (
          <AppLink to={paths.likesOf(type)}>
            <Trans>Show all</Trans>
            <span className="visually-hidden">: {title}</span>
          </AppLink>
        )}
      </div>
      {entries.length > 0 ? <LikeGrid entries={entries} type={type} most={FEW} /> : <NoLikes type={type} />}
    </section>
  )
}
