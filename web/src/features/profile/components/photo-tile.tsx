import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Picture } from '../../../shared/people/person'
import { Button, IconButton } from '../../../ui/button'
import { BackIcon, NextIcon, StarIcon, TrashIcon } from '../../../ui/icons'
import { Photo } from '../../../ui/photo'

type Props = {
  photo: Picture
  /** From 1. */
  number: number
  last: boolean
  /** To a place counted from 0. */
  onPlace: (to: number) => void
  onRemove: () => void
}

/** One of the member's photos, and what can be done with it. */
export function PhotoTile({ photo, number, last, onPlace, onRemove }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const main = number === 1
  return (
    <div className="photo-tile">
      <Photo picture={photo} alt={t`Your photo ${number}`} sizes="(min-width: 576px) 200px, 45vw" first />
      {main && (
        <span className="mark mark--new photo-main">
          <Trans>Main photo</Trans>
        </span>
      )}
      {asking ? (
        <div className="photo-ask" role="alertdialog" aria-label={t`Remove photo ${number}?`}>
          <p>
            <Trans>Remove this photo?</Trans>
          </p>
          <Button look="danger" size="sm" onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
          <Button look="quiet" size="sm" autoFocus onClick={() => setAsking(false)}>
            <Trans>Keep</Trans>
          </Button>
        </div>
      ) : (
        <div className="photo-tools">
          {!main && (
            <>
              <IconButton
                label={t`Make photo ${number} the main photo`}
                icon={<StarIcon />}
                onClick={() => onPlace(0)}
              />
              <IconButton
                label={t`Move photo ${number} forward`}
                icon={<BackIcon />}
                onClick={() => onPlace(number - 2)}
              />
            </>
          )}
          {!last && (
            <IconButton
              label={t`Move photo ${number} back`}
              icon={<NextIcon />}
              onClick={() => onPlace(number)}
            />
          )}
          <IconButton label={t`Remove photo ${number}`} icon={<TrashIcon />} onClick={() => setAsking(true)} />
        </div>
      )}
    </div>
  )
}
