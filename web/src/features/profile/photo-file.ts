import { type Failure, failure } from '../../shared/failures/reasons'

/** 10 MB. */
export const MAX_BYTES = 10 * 1024 * 1024

export const PHOTO_KINDS = 'image/jpeg,image/png,image/webp'

const starts = (bytes: Uint8Array, wanted: readonly number[], from = 0): boolean =>
  wanted.every((byte, at) => bytes[from + at] === byte)

/** By the first bytes, as the server judges: the name of a file says nothing. */
function isPhoto(head: Uint8Array): boolean {
  const jpeg = starts(head, [0xff, 0xd8, 0xff])
  const png = starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const webp = starts(head, [0x52, 0x49, 0x46, 0x46]) && starts(head, [0x57, 0x45, 0x42, 0x50], 8)
  return jpeg || png || webp
}

/** What is wrong with a file before it is sent; null when it may be. */
export async function judgeFile(file: Blob): Promise<Failure | null> {
  // Gone since it was chosen, or still in somebody's cloud.
  const start = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => null)
  if (!start) return failure('photo_unreadable')
  const head = new Uint8Array(start)
  if (!isPhoto(head)) return failure('photo_kind_refused')
  return file.size > MAX_BYTES ? failure('photo_too_large', { max_bytes: String(MAX_BYTES) }) : null
}
