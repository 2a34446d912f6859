import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { php } from '../../../shared/http/php'
import { type OwnProfile, ownProfileOf } from '../../../shared/people/own-profile'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { profiles } from '../../../shared/rpc/profiles'

export type City = { id: number; name: string; region: string; country: string }

/** Degrees, rounded to two decimals: about a kilometre. */
export type RoughPoint = { latitude: number; longitude: number }

/** Cities whose name begins with a text, the largest first. */
export const citiesQuery = (country: string, prefix: string) =>
  queryOptions({
    queryKey: keys.cities(country, prefix),
    staleTime: STALE.forever,
    enabled: prefix !== '',
    queryFn: async ({ signal }): Promise<City[]> => {
      const { cities } = await profiles.listCities({ country, prefix }, { signal })
      return cities.map(({ id, name, region, country: of }) => ({ id, name, region, country: of }))
    },
  })

const GeocodeAnswer = v.object({
  geocode: v.object({ country: v.string(), region: v.string(), city: v.string() }),
})

export type Geocode = v.InferOutput<typeof GeocodeAnswer>['geocode']

/** The city nearest to a point. */
export async function geocode({ latitude, longitude }: RoughPoint): Promise<Geocode> {
  const query = { lat: latitude.toFixed(2), lon: longitude.toFixed(2) }
  return (await php('geocode.php', GeocodeAnswer, { query })).geocode
}

export async function setCity(cityId: number): Promise<OwnProfile> {
  const { profile } = await profiles.setPlace({ place: { case: 'cityId', value: cityId } })
  return ownProfileOf(profile)
}

/** The service keeps the grid cell of about 5 km and forgets the point. */
export async function setPoint(point: RoughPoint): Promise<OwnProfile> {
  const { profile } = await profiles.setPlace({ place: { case: 'point', value: point } })
  return ownProfileOf(profile)
}
