import { profiles } from '../../../shared/rpc/profiles'

export const removePhoto = (photoId: string) => profiles.removePhoto({ photoId })

/** Puts the photos in this order; the first is the main photo. */
export const orderPhotos = (photoIds: string[]) => profiles.orderPhotos({ photoIds })
