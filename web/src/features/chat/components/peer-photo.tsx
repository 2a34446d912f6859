import type { Person } from '../../../shared/people/person'
import { usePhotoUrl } from '../../../shared/people/photo-url'
import { Avatar } from '../../../ui/avatar'

/** A small round photo of somebody, or the first letter of the name. Decoration: the name stands beside it. */
export function PeerPhoto({
  person,
  name,
  size = 'md',
}: {
  person: Person | null | undefined
  name: string
  size?: 'sm' | 'md'
}) {
  const url = usePhotoUrl()
  return (
    <span className="peer-photo" data-online={person?.online || undefined}>
      {person?.photo ? (
        <img className={`avatar avatar--${size}`} src={url(person.photo.thumb)} alt="" width="48" height="48" />
      ) : (
        <Avatar name={name} size={size} />
      )}
    </span>
  )
}
