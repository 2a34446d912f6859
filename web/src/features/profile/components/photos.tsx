import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { announce } from '../../../shared/a11y/announce'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { openPhotoLimit } from '../../../shared/modals/money'
import { useModals } from '../../../shared/modals/registry'
import { type OwnProfile, ownProfileQuery } from '../../../shared/people/own-profile'
import type { Picture } from '../../../shared/people/person'
import { keys } from '../../../shared/query/keys'
import { userQuery } from '../../../shared/session/user'
import { Alert } from '../../../ui/alert'
import { PlusIcon } from '../../../ui/icons'
import { orderPhotos, removePhoto } from '../api/photos'
import { PHOTO_KINDS } from '../photo-file'
import { useUploads } from '../use-uploads'
import { PhotoTile } from './photo-tile'
import { Section } from './section'
import { UploadTile } from './upload-tile'

/** The member's photos: add, order, remove. Each change counts at once. */
export function Photos({ profile }: { profile: OwnProfile }) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const { photos, photoLimit } = profile
  const { uploads, add, retry, cancel } = useUploads()
  const change = useChange()
  const place = (photo: Picture, to: number) => {
    const others = photos.filter(({ id }) => id !== photo.id)
    change.mutate({ photos: [...others.slice(0, to), photo, ...others.slice(to)] })
    announce(t`The photo is now number ${to + 1}`)
  }
  const remove = (photo: Picture) =>
    change.mutate({ photos: photos.filter(({ id }) => id !== photo.id), removed: photo.id })
  return (
    <Section
      id="photos"
      title={t`My photos`}
      intro={
        <>
          <Trans>The first one is your main photo. Choose one that shows your face well.</Trans>{' '}
          {t`${plural(photoLimit, { one: 'You can show # photo.', other: 'You can show # photos.' })}`}
        </>
      }
    >
      {change.error && <Alert tone="danger">{textOf(failureOfRpc(change.error))}</Alert>}
      <ul className="photo-tiles">
        {photos.map((photo, at) => (
          <li key={photo.id}>
            <PhotoTile
              photo={photo}
              number={at + 1}
              last={at === photos.length - 1}
              onPlace={to => place(photo, to)}
              onRemove={() => remove(photo)}
            />
          </li>
        ))}
        {uploads.map(upload => (
          <li key={upload.id}>
            <UploadTile upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload)} />
          </li>
        ))}
        <li>
          <AddPhoto
            room={photoLimit - photos.length - uploads.filter(({ failed }) => !failed).length}
            limit={photoLimit}
            onFiles={files => void add(files)}
          />
        </li>
      </ul>
    </Section>
  )
}

/** The photos as they will be, and which of them is taken away, if any. */
type Change = { photos: Picture[]; removed?: string }

/** Shows the photos as they will be at once, and as they were when the server refuses. */
function useChange() {
  const client = useQueryClient()
  const { queryKey } = ownProfileQuery()
  return useMutation({
    scope: { id: 'photos' },
    mutationFn: async ({ photos, removed }: Change) => {
      if (removed === undefined) await orderPhotos(photos.map(({ id }) => id))
      else await removePhoto(removed)
    },
    onMutate: async ({ photos }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, old => old && { ...old, photos })
      return () => client.setQueryData(queryKey, old => old && before)
    },
    onError: (_error, _next, undo) => undo?.(),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: keys.user() }),
        client.invalidateQueries({ queryKey: keys.people() }),
      ]),
  })
}

type AddProps = { room: number; limit: number; onFiles: (files: File[]) => void }

function AddPhoto({ room, limit, onFiles }: AddProps) {
  const { t } = useLingui()
  const { open } = useModals()
  const { data: user } = useQuery(userQuery())
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const full = room <= 0
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (chosen.length === 0) return
    if (chosen.length > room) openPhotoLimit(open, limit)
    onFiles(chosen.slice(0, Math.max(room, 0)))
  }
  if (full && user?.paid_user) {
    return (
      <p className="field-hint">
        <Trans>You have as many photos as there may be. Remove one to make room.</Trans>
      </p>
    )
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={t`Choose photos`}
        accept={PHOTO_KINDS}
        multiple={room > 1}
        tabIndex={-1}
        onChange={event => {
          take(event.target.files)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className="photo-add"
        data-over={over || undefined}
        onClick={() => (full ? openPhotoLimit(open, limit) : input.current?.click())}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <PlusIcon />
        <strong>
          <Trans>Add a photo</Trans>
        </strong>
        <span>
          <Trans>JPEG, PNG or WebP, up to 10 MB</Trans>
        </span>
      </button>
    </>
  )
}
