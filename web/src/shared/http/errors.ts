import * as v from 'valibot'

const ErrorAnswer = v.object({
  error: v.object({
    code: v.string(),
    message: v.optional(v.string()),
    minutes: v.optional(v.number()),
  }),
  authentication_required: v.optional(v.boolean()),
})

/** A call to /api/*.php that was answered with an error, or with something else than agreed. */
export class PhpError extends Error {
  override readonly name = 'PhpError'

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The contract's word, for example login_failed; unknown when there is none. */
    readonly code: string,
    readonly details: Record<string, string> = {},
    readonly authenticationRequired = false,
  ) {
    super(`${status} ${code}`)
  }
}

/** Reads an error answer; a body that is no error document gives the code `unknown`. */
export async function errorOf(answer: Response): Promise<PhpError> {
  const body: unknown = await answer.json().catch(() => null)
  const parsed = v.safeParse(ErrorAnswer, body)
  if (!parsed.success) return new PhpError(answer.status, 'unknown')
  const { error, authentication_required = false } = parsed.output
  const details: Record<string, string> = error.minutes === undefined ? {} : { minutes: String(error.minutes) }
  return new PhpError(answer.status, error.code, details, authentication_required)
}
