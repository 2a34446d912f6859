import { createClient } from '@connectrpc/connect'
import { ProfilesService } from '../../../gen/vonk/profiles/v1/profiles_pb'
import { pictureOf } from '../../../shared/people/of-card'
import type { Picture } from '../../../shared/people/person'
import { uploading } from '../../../shared/rpc/upload'

type Upload = {
  /** The same for every try: a photo that has arrived is not stored twice. */
  photoId: string
  file: Blob
  /** From 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Sends a photo; the answer is the photo as it was stored. */
export async function addPhoto({ photoId, file, onProgress, signal }: Upload): Promise<Picture> {
  const content = new Uint8Array(await file.arrayBuffer())
  const client = createClient(ProfilesService, uploading(onProgress))
  const { photo } = await client.addPhoto({ photoId, content }, { signal })
  if (!photo) throw new TypeError('an answer without a photo')
  return pictureOf(photo)
}
