import * as v from 'valibot'
import { php } from '../../../shared/http/php'
import { PhpProfile } from '../../../shared/people/of-php'

const AutoLikeAnswer = v.object({
  profile: v.optional(v.nullable(PhpProfile), null),
  suggestion: v.optional(v.nullable(PhpProfile), null),
})

/** A member who really likes the reader and was not looked at yet; else perhaps somebody who might suit. */
export type AutoLike = { kind: 'like' | 'suggestion'; memberId: string } | null

export async function fetchAutoLike(signal: AbortSignal): Promise<AutoLike> {
  const { profile, suggestion } = await php('auto-like.php', AutoLikeAnswer, { signal })
  if (profile) return { kind: 'like', memberId: profile.id }
  return suggestion && { kind: 'suggestion', memberId: suggestion.id }
}
