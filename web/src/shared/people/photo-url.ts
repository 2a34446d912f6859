import { useSettings } from '../settings/context'

/** The address of a photo's file on this site. */
export function photoUrl(prefix: string, filename: string): string {
  return `${prefix}${filename}`
}

/** `photoUrl` with the site's prefix. */
export function usePhotoUrl(): (filename: string) => string {
  const { cdn_prefix: prefix } = useSettings()
  return filename => photoUrl(prefix, filename)
}
