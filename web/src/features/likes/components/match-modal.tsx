import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect } from 'react'
import { Modal as AriaModal, Dialog, Heading, I18nProvider, ModalOverlay } from 'react-aria-components'
import { useLocation, useNavigate } from 'react-router'
import type { Announced } from '../../../shared/modals/people'
import { paths } from '../../../shared/paths'
import type { Person, Picture } from '../../../shared/people/person'
import { profileQuery } from '../../../shared/people/profile'
import { type User, userQuery } from '../../../shared/session/user'
import { Button, IconButton } from '../../../ui/button'
import { FictionalLabel } from '../../../ui/fictional-label'
import { CloseIcon, HandIcon } from '../../../ui/icons'
import { nameAndAge } from '../../../ui/person-place'
import { Photo } from '../../../ui/photo'
import { useClosedByLeaving } from '../../../ui/use-closed-by-leaving'

type Props = { memberId: string; kind: Announced; onClose: () => void }

/** The one celebration: two like each other. Any press closes it; photo and button lead on. */
export default function MatchModal({ memberId, kind, onClose }: Props) {
  const { i18n } = useLingui()
  useClosedByLeaving(onClose)
  const { data: profile, isError } = useQuery(profileQuery(memberId))
  const { data: user } = useQuery(userQuery())
  // Blocked or gone meanwhile: there is nothing to celebrate.
  if (!profile) return isError ? <Gone onClose={onClose} /> : null
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay isOpen isDismissable className="match" onOpenChange={open => !open && onClose()}>
        <AriaModal className="match-box">
          <Dialog className="match-dialog">
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the button and Escape do the same for keyboards */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button and Escape do the same for keyboards */}
            <div className="match-stage" onClick={onClose}>
              <View kind={kind} person={profile.person} user={user ?? null} onClose={onClose} />
            </div>
          </Dialog>
        </AriaModal>
      </ModalOverlay>
    </I18nProvider>
  )
}

type ViewProps = { kind: Announced; person: Person; user: User | null; onClose: () => void }

function View({ kind, person, user, onClose }: ViewProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { name } = person
  // Closes when the page is there: the next celebration waits for it, and is not left behind with the page before.
  const go = (to: string) => (event: MouseEvent) => {
    event.stopPropagation()
    if (to === pathname) onClose()
    else void navigate(to)
  }
  const profile = kind === 'match' ? paths.member(person.id) : paths.likedMember(person.id)
  const titles: Record<Announced, string> = {
    match: t`It is a match!`,
    like: t`${name} likes you`,
    suggestion: t`Perhaps somebody for you?`,
  }
  return (
    <>
      <IconButton className="match-close" label={t`Close`} icon={<CloseIcon />} onClick={onClose} />
      <Heading slot="title" className="match-title">
        {titles[kind]}
      </Heading>
      <p className="match-words">
        {kind === 'match' && <Trans>You and {name} like each other.</Trans>}
        {kind === 'like' && <Trans>Look who it is, and like back if you want to.</Trans>}
        {kind === 'suggestion' && <Trans>{name} might suit you. Nobody has done anything yet.</Trans>}
      </p>
      <div className={`match-faces ${kind === 'match' ? '' : 'match-faces--one'}`}>
        {kind === 'match' && (
          <span className="match-face match-face--own">
            <Photo picture={ownPicture(user)} alt="" sizes="45vw" first />
          </span>
        )}
        <button type="button" className="match-face" onClick={go(profile)}>
          <Photo picture={person.photo} alt="" sizes="45vw" first />
          <span className="person-scrim">
            <strong className="person-name">{nameAndAge(person)}</strong>
            {person.fictional && <FictionalLabel />}
          </span>
        </button>
        {kind !== 'suggestion' && (
          <span className="match-heart" aria-hidden="true">
            <HandIcon />
          </span>
        )}
      </div>
      <div className="match-actions">
        {kind === 'match' ? (
          <Button size="lg" onClick={go(paths.memberChat(person.id))}>
            <Trans>Send a message</Trans>
          </Button>
        ) : (
          <Button size="lg" onClick={go(profile)}>
            <Trans>See the profile</Trans>
          </Button>
        )}
        <button type="button" className="match-later" onClick={onClose}>
          <Trans>Later</Trans>
        </button>
      </div>
    </>
  )
}

/** The member's own main photo, as user.php tells it. */
function ownPicture(user: User | null): Picture | null {
  const image = user?.profile.main_image
  if (!image) return null
  return {
    id: image.filename,
    large: image.filename,
    medium: image.match,
    thumb: image.thumb_filename,
    width: 0,
    height: 0,
    blurHash: '',
  }
}

function Gone({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose])
  return null
}
