import type { TrackingRecord } from './strip'

// In memory only: it reaches a server after the visitor's consent, or never.
let record: TrackingRecord | null = null

export const rememberTracking = (found: TrackingRecord | null): void => {
  record = found
}

export const tracking = (): TrackingRecord | null => record

/** Whether the visitor was sent by somebody: a site may take sign-ups only from those. */
export const hasTrafficSource = (): boolean => Boolean(record?.network || record?.ref)
