import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { paths } from '../../../shared/paths'
import { ownProfileQuery } from '../../../shared/people/own-profile'
import { AppLink } from '../../../ui/app-link'
import { Skeleton } from '../../../ui/skeleton'
import { AboutMe } from './about-me'
import { Completion } from './completion'
import { Photos } from './photos'
import { Place } from './place'
import { Visibility } from './visibility'

/** Everything of the member that others see, to be changed. */
export default function OwnProfile() {
  const { data: profile, error, refetch, isRefetching } = useQuery(ownProfileQuery())
  if (!profile && error) {
    return <AskAgain failed={failureOfRpc(error)} busy={isRefetching} onAgain={refetch} />
  }
  if (!profile) {
    return (
      <div className="card" aria-busy="true">
        <Skeleton title lines={10} />
      </div>
    )
  }
  const { id } = profile.person
  return (
    <div className="own-profile">
      <div className="own-head">
        <Completion profile={profile} />
        <AppLink to={paths.member(id)}>
          <Trans>See it as others do</Trans>
        </AppLink>
      </div>
      <Photos profile={profile} />
      <div className="profile-columns">
        <div>
          <AboutMe key={id} profile={profile} memberId={id} />
        </div>
        <div>
          <Place profile={profile} />
          <Visibility profile={profile} />
        </div>
      </div>
    </div>
  )
}
