import { Trans, useLingui } from '@lingui/react/macro'
import { type LikesType, paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { HandIcon } from '../../../ui/icons'

/** A list that is still empty, and what fills it. */
export function NoLikes({ type }: { type: LikesType }) {
  const { t } = useLingui()
  const texts: Record<LikesType, { title: string; text: string }> = {
    received: {
      title: t`No likes yet`,
      text: t`A photo and a few words help others to get to know you.`,
    },
    given: { title: t`You have not liked anybody yet`, text: t`A like is free, and a good beginning.` },
    matches: {
      title: t`No matches yet`,
      text: t`When somebody you like likes you too, you find each other here.`,
    },
  }
  const { title, text } = texts[type]
  return (
    <Empty
      icon={<HandIcon />}
      title={title}
      action={
        type === 'received' ? (
          <AppLink className={buttonClass('primary')} to={paths.profile}>
            <Trans>Go to my profile</Trans>
          </AppLink>
        ) : (
          <AppLink className={buttonClass('primary')} to={paths.members}>
            <Trans>Look at members</Trans>
          </AppLink>
        )
      }
    >
      {text}
    </Empty>
  )
}
