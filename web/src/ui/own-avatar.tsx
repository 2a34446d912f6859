import { usePhotoUrl } from '../shared/people/photo-url'
import type { User } from '../shared/session/user'
import { Avatar } from './avatar'

type Props = { profile: Pick<User['profile'], 'name' | 'main_image'>; size?: 'sm' | 'md' | 'lg' }

/** The member's own main photo in a circle; the first letter of the name while there is none. */
export function OwnAvatar({ profile, size = 'md' }: Props) {
  const url = usePhotoUrl()
  const { name, main_image: image } = profile
  if (!image) return <Avatar name={name} size={size} />
  return (
    <img className={`avatar avatar--${size}`} src={url(image.thumb_filename)} alt="" width="48" height="48" />
  )
}
