import { useState } from 'react'
import type { Picture } from '../shared/people/person'
import { usePhotoUrl } from '../shared/people/photo-url'
import { Blur } from './blur'
import { PersonIcon } from './icons'

type Props = {
  picture: Picture | null
  /** What it shows; empty where the name stands beside it. */
  alt: string
  /** How wide it is shown, as the attribute `sizes` takes it. */
  sizes: string
  /** Seen at once: fetched before the others. */
  first?: boolean
  /** The whole photo instead of what fills the frame. */
  whole?: boolean
}

/** A photo that fills its frame: its blur first, then the smallest file that is sharp enough. */
export function Photo({ picture, alt, sizes, first = false, whole = false }: Props) {
  const url = usePhotoUrl()
  const [state, setState] = useState<{ id: string; is: 'shown' | 'gone' } | null>(null)
  if (!picture || (state?.id === picture.id && state.is === 'gone')) {
    return (
      <span className="photo photo--none">
        <PersonIcon />
        {alt && <span className="visually-hidden">{alt}</span>}
      </span>
    )
  }
  const { id, large, medium, thumb } = picture
  return (
    <span className={`photo ${whole ? 'photo--whole' : ''}`}>
      <Blur hash={picture.blurHash} />
      <img
        src={url(medium)}
        srcSet={`${url(thumb)} 160w, ${url(medium)} 480w, ${url(large)} 1200w`}
        sizes={sizes}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        data-shown={state?.id === id ? state.is : undefined}
        onLoad={() => setState({ id, is: 'shown' })}
        onError={() => setState({ id, is: 'gone' })}
      />
    </span>
  )
}
