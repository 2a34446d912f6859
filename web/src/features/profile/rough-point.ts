import { failure } from '../../shared/failures/reasons'
import type { RoughPoint } from './api/place'

/** An hour: where somebody was then is near enough. */
const MAXIMUM_AGE = 3_600_000
const PATIENCE = 15_000

const rough = (degrees: number): number => Math.round(degrees * 100) / 100

/** A position to two decimals; the exact one goes nowhere. */
export const roughly = ({ latitude, longitude }: GeolocationCoordinates | RoughPoint): RoughPoint => ({
  latitude: rough(latitude),
  longitude: rough(longitude),
})

/** Thrown when the browser does not tell where it is. */
export class NoPosition extends Error {
  readonly failed

  constructor(denied: boolean) {
    super(denied ? 'denied' : 'not found')
    this.failed = failure(denied ? 'place_denied' : 'place_not_found')
  }
}

/** Asks the browser, which asks the member; only after a press. */
export const askPosition = (): Promise<RoughPoint> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new NoPosition(true))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(roughly(coords)),
      error => reject(new NoPosition(error.code === error.PERMISSION_DENIED)),
      { enableHighAccuracy: false, maximumAge: MAXIMUM_AGE, timeout: PATIENCE },
    )
  })
