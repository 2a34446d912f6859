import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isInstalled } from '../../shared/a11y/media'
import { chatsQuery } from '../../shared/chats/chats'
import { paths } from '../../shared/paths'
import { likesQuery } from '../../shared/people/likes'
import { badgeText, newsCount } from '../../shared/query/badges'
import type { User } from '../../shared/session/user'
import { AppLink } from '../../ui/app-link'
import { IconButton } from '../../ui/button'
import { BackIcon, ChatIcon, CoinsIcon, HandIcon, PeopleIcon, PersonIcon } from '../../ui/icons'
import { isPartOf } from './ways'

/** A member's ways: at the top, or at the bottom of a phone within reach of the thumb. */
export default function MemberNav({ user, place }: { user: User; place: 'top' | 'bottom' }) {
  const { t } = useLingui()
  const chats = useQuery(chatsQuery())
  const likes = useQuery(likesQuery())
  const unread = newsCount(chats.data?.chats ?? [], [])
  const newLikes = newsCount([], likes.data?.liked_by ?? [])
  return (
    <>
      {place === 'top' && <Back />}
      <nav className={place === 'top' ? 'top-nav-links' : 'bottom-nav'} aria-label={t`Main`}>
        <Way to={paths.members} icon={<PeopleIcon />}>
          <Trans>Members</Trans>
        </Way>
        <Way
          to={paths.chats}
          icon={<ChatIcon />}
          badge={unread}
          badgeName={t`${plural(unread, { one: '# unread message', other: '# unread messages' })}`}
        >
          <Trans>Messages</Trans>
        </Way>
        <Way
          to={paths.likes}
          icon={<HandIcon />}
          badge={newLikes}
          badgeName={t`${plural(newLikes, { one: '# new like', other: '# new likes' })}`}
        >
          <Trans>Likes</Trans>
        </Way>
        <Money user={user} short={place === 'bottom'} />
        {place === 'bottom' && (
          <Way to={paths.profile} icon={<PersonIcon />}>
            <Trans>Profile</Trans>
          </Way>
        )}
      </nav>
    </>
  )
}

/** From this number on the credits warn; at none they alarm. */
const FEW_CREDITS = 10

function Money({ user, short }: { user: User; short: boolean }) {
  const { t } = useLingui()
  const { credits } = user
  if (!user.paid_user) {
    return (
      <Way to={paths.premium} icon={<CoinsIcon />}>
        {short ? <Trans>Premium</Trans> : <Trans>Get Premium</Trans>}
      </Way>
    )
  }
  return (
    <Way
      to={paths.credits}
      icon={<CoinsIcon />}
      badge={credits <= FEW_CREDITS ? credits : null}
      look={credits > 0 ? 'warning' : 'danger'}
      badgeName={t`${plural(credits, { one: '# credit left', other: '# credits left' })}`}
    >
      <Trans>Credits</Trans>
    </Way>
  )
}

type WayProps = {
  to: string
  icon: ReactNode
  children: ReactNode
  look?: 'news' | 'warning' | 'danger'
} & ({ badge?: undefined; badgeName?: undefined } | { badge: number | null; badgeName: string })

function Way({ to, icon, children, badge, badgeName, look = 'news' }: WayProps) {
  const { pathname } = useLocation()
  const shown = badge !== undefined && badge !== null && (badge > 0 || look !== 'news')
  return (
    <AppLink to={to} aria-current={isPartOf(to, pathname) ? 'page' : undefined}>
      <span className="nav-icon">
        {icon}
        {shown && (
          <span className={`badge badge--${look}`} aria-hidden="true">
            {badgeText(badge)}
          </span>
        )}
      </span>
      <span className="nav-word">{children}</span>
      {shown && <span className="visually-hidden"> ({badgeName})</span>}
    </AppLink>
  )
}

/** Pages that an installed app, which has no bar of the browser, needs a way back from. */
const DEEP = /^\/(members\/[^/]+|likes\/(m\/)?[^/]+|credits(\/[^/]+){0,2})$/

function Back() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  // The first entry of a history has the key 'default': there is nothing behind it.
  if (!isInstalled() || key === 'default' || !DEEP.test(pathname)) return null
  return <IconButton label={t`Back`} icon={<BackIcon />} onClick={() => void navigate(-1)} />
}
