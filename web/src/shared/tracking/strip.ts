/** Where a visitor came from, as the sign-up call takes it. */
export type TrackingRecord = { network: string; ref: string; sub1: string; sub2: string; sub3: string }

const FIELD_OF: Record<string, keyof TrackingRecord> = {
  network: 'network',
  ref: 'ref',
  sub: 'sub1',
  sub1: 'sub1',
  sub2: 'sub2',
  sub3: 'sub3',
  aff_sub: 'sub1',
  aff_sub1: 'sub1',
  aff_sub2: 'sub2',
  aff_sub3: 'sub3',
}

const LONGEST = 200

/** Takes the tracking parameters out of an address. `tracking` is null when it carried none. */
export function stripTracking(address: URL): { clean: URL; tracking: TrackingRecord | null } {
  const clean = new URL(address)
  const tracking: TrackingRecord = { network: '', ref: '', sub1: '', sub2: '', sub3: '' }
  for (const [name, value] of address.searchParams) {
    const field = FIELD_OF[name]
    if (!field) continue
    clean.searchParams.delete(name)
    // The first spelling of a field wins.
    tracking[field] ||= value.slice(0, LONGEST)
  }
  return { clean, tracking: Object.values(tracking).some(Boolean) ? tracking : null }
}
