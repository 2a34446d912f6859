import { useSettings } from '../settings/context'

/** Addresses of photos' files on this site. */
export function usePhotoUrl(): (filename: string) => string {
  const { cdn_prefix: prefix } = useSettings()
  return filename => `${prefix}${filename}`
}
