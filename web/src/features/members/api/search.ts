import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { Gender } from '../../../gen/vonk/profiles/v1/profiles_pb'
import { GENDERS, personOf } from '../../../shared/people/of-card'
import type { Person } from '../../../shared/people/person'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { profiles } from '../../../shared/rpc/profiles'
import { type Filters, OLDEST } from '../filters'

export type Page = { people: Person[]; total: number; next: string; similar: Person[] }

const PAGE = 24
/** Pages stay for the way back from a profile. */
const KEPT_FOR = 30 * 60_000

async function search(filters: Filters, cursor: string, signal: AbortSignal): Promise<Page> {
  const answer = await profiles.search(
    {
      gender: filters.gender ? GENDERS[filters.gender] : Gender.UNSPECIFIED,
      sought: filters.sought ? GENDERS[filters.sought] : Gender.UNSPECIFIED,
      country: filters.country,
      regionId: filters.region,
      minAge: filters.minAge,
      maxAge: filters.maxAge < OLDEST ? filters.maxAge : 0,
      interests: [...filters.interests],
      includeFictional: filters.withFictional,
      withPhoto: filters.withPhoto,
      cursor,
      pageSize: PAGE,
      attributes: Object.entries(filters.attributes).flatMap(([field, words]) =>
        words.map(value => ({ field, value })),
      ),
    },
    { signal },
  )
  return {
    people: answer.cards.map(personOf),
    total: Number(answer.total),
    next: answer.nextCursor,
    similar: answer.similar.map(personOf),
  }
}

/** Members who fit, page by page, the recently active first. `address` is the search in the address. */
export const searchQuery = (filters: Filters, address: string) =>
  infiniteQueryOptions({
    queryKey: keys.members(address),
    queryFn: ({ pageParam, signal }) => search(filters, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next || undefined,
    staleTime: STALE.fiveMinutes,
    gcTime: KEPT_FOR,
    // Many pages at once, each time the window is looked at again, is more than it is worth.
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    meta: { progress: true },
  })

/** Everybody of all pages, once: who becomes active moves up and may come on two pages. */
export function everybody(pages: readonly Page[]): Person[] {
  const seen = new Set<string>()
  return pages
    .flatMap(page => page.people)
    .filter(({ id }) => {
      if (seen.has(id)) return false
      seen.add(id)
      return true
    })
}
