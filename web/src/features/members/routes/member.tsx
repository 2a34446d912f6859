import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { openPremiumOnly } from '../../../shared/modals/money'
import { useModals } from '../../../shared/modals/registry'
import { paths } from '../../../shared/paths'
import { type Profile, profileQuery } from '../../../shared/people/profile'
import { relationQuery } from '../../../shared/people/relation'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { FictionalLabel } from '../../../ui/fictional-label'
import { nameAndAge, usePlaceText } from '../../../ui/person-place'
import { Skeleton } from '../../../ui/skeleton'
import { About } from '../components/about'
import { Actions } from '../components/actions'
import { Gallery } from '../components/gallery'
import { MemberUnknown } from '../components/member-unknown'
import { useSeen } from '../use-seen'

/** Somebody's profile, from a search and from the likes alike. */
export default function Member() {
  const { id = '' } = useParams()
  const { data: user } = useQuery(userQuery())
  const { data: profile, error, refetch, isRefetching } = useQuery(profileQuery(id))
  const visitor = !user
  if (error) {
    const failed = failureOfRpc(error)
    if (failed.reason === 'profile_unknown') return <MemberUnknown key={id} id={id} visitor={visitor} />
    if (!profile) {
      return (
        <div className="page page--narrow">
          <AskAgain failed={failed} busy={isRefetching} onAgain={refetch} />
        </div>
      )
    }
  }
  if (!profile) return <Waiting />
  return <View key={id} profile={profile} visitor={visitor} own={user?.profile.id === id} />
}

type ViewProps = { profile: Profile; visitor: boolean; own: boolean }

function View({ profile, visitor, own }: ViewProps) {
  const { t } = useLingui()
  const { open } = useModals()
  const { fictional_warning: warning } = useSettings()
  const { person } = profile
  const place = usePlaceText()(person)
  const { data: relation } = useQuery({ ...relationQuery(person.id), enabled: !visitor && !own })
  useSeen(person.id, relation?.likesMe ?? false)
  usePageTitle(nameAndAge(person))
  return (
    <div className="page member">
      <Gallery
        name={person.name}
        photos={profile.photos}
        locked={profile.lockedPhotos}
        onLocked={() =>
          visitor ? open('login-required', { what: 'photos' }) : openPremiumOnly(open, 'photos')
        }
      />
      <div className="member-side">
        <header className="member-head">
          <h1>{nameAndAge(person)}</h1>
          {place && <p className="member-place">{place}</p>}
          <p className="member-marks">
            {person.online && (
              <span className="chip chip--success">
                <Trans>Online</Trans>
              </span>
            )}
            {person.fictional && <FictionalLabel />}
          </p>
          {person.fictional && (
            <Alert tone="warning">
              {warning || t`The company runs this profile. You cannot meet this person.`}
            </Alert>
          )}
        </header>
        {own ? (
          <AppLink className={buttonClass('secondary')} to={paths.profile}>
            <Trans>Edit my profile</Trans>
          </AppLink>
        ) : (
          <Actions person={person} visitor={visitor} />
        )}
        <About profile={profile} visitor={visitor} />
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div className="page member" aria-busy="true">
      <div className="gallery gallery--waiting" />
      <div className="member-side">
        <Skeleton title lines={5} />
      </div>
    </div>
  )
}
