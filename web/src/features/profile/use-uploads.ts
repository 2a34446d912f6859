import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureOfRpc } from '../../shared/failures/of-rpc'
import type { Failure } from '../../shared/failures/reasons'
import { uuid7 } from '../../shared/ids/uuid7'
import { ownProfileQuery } from '../../shared/people/own-profile'
import { keys } from '../../shared/query/keys'
import { addPhoto } from './api/add-photo'
import { removePhoto } from './api/photos'
import { judgeFile } from './photo-file'

/** A photo on its way. */
export type Upload = {
  id: string
  file: File
  /** An address of the file within this page. */
  preview: string
  /** From 0 to 1. */
  part: number
  failed: Failure | null
}

/** Photos that are being sent, one after the other; each can be cancelled, and tried again under its id. */
export function useUploads() {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const sending = useRef(new Map<string, AbortController>())
  const line = useRef(Promise.resolve())
  const previews = useRef(new Set<string>())

  const change = (id: string, part: Partial<Upload>) =>
    setUploads(old => old.map(upload => (upload.id === id ? { ...upload, ...part } : upload)))
  const drop = ({ id, preview }: Upload) => {
    URL.revokeObjectURL(preview)
    previews.current.delete(preview)
    setUploads(old => old.filter(upload => upload.id !== id))
  }

  const send = async (upload: Upload, abort: AbortController) => {
    if (abort.signal.aborted) return
    try {
      const photo = await addPhoto({
        photoId: upload.id,
        file: upload.file,
        signal: abort.signal,
        onProgress: part => change(upload.id, { part }),
      })
      client.setQueryData(ownProfileQuery().queryKey, old =>
        old && !old.photos.some(({ id }) => id === photo.id)
          ? { ...old, photos: [...old.photos, photo], missing: old.missing.filter(word => word !== 'photo') }
          : old,
      )
      drop(upload)
      void client.invalidateQueries(ownProfileQuery())
      void client.invalidateQueries({ queryKey: keys.user() })
    } catch (error) {
      if (!abort.signal.aborted) change(upload.id, { failed: failureOfRpc(error), part: 0 })
    } finally {
      sending.current.delete(upload.id)
    }
  }

  const start = (upload: Upload) => {
    const abort = new AbortController()
    sending.current.set(upload.id, abort)
    line.current = line.current.then(() => send(upload, abort))
  }

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const failed = await judgeFile(file)
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      const upload = { id: uuid7(), file, preview, part: 0, failed }
      setUploads(old => [...old, upload])
      if (!failed) start(upload)
    }
  }

  const retry = (upload: Upload) => {
    change(upload.id, { failed: null, part: 0 })
    start({ ...upload, failed: null })
  }

  const cancel = (upload: Upload) => {
    const abort = sending.current.get(upload.id)
    abort?.abort()
    drop(upload)
    // It may have arrived whole just before.
    if (abort && upload.part === 1) {
      removePhoto(upload.id)
        .catch(() => undefined)
        .finally(() => void client.invalidateQueries(ownProfileQuery()))
    }
  }

  useEffect(() => {
    const [all, held] = [sending.current, previews.current]
    return () => {
      for (const abort of all.values()) abort.abort()
      for (const preview of held) URL.revokeObjectURL(preview)
    }
  }, [])

  return { uploads, add, retry, cancel }
}
