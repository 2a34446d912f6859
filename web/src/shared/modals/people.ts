/** What the full-screen modal says of a member: both like each other, the other likes, or might fit. */
export type Announced = 'match' | 'like' | 'suggestion'

/** What a visitor cannot do before logging in. */
export type MembersOnly = 'message' | 'like' | 'gift' | 'photos' | 'block'
