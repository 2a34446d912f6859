import type { Person } from '../shared/people/person'

/** Somebody, but for what a test says. */
export const somebody = (part: Partial<Person> = {}): Person => ({
  id: '01890000-0000-7000-8000-0000000000c1',
  name: 'Bram',
  fictional: false,
  age: 34,
  country: 'NL',
  region: 'Utrecht',
  city: 'Utrecht',
  photo: null,
  online: false,
  distanceKm: null,
  gender: 'man',
  ...part,
})
