import * as v from 'valibot'
import { read, remove, write } from '../../shared/storage/store'
import { type Draft, type Flow, STEPS, type Step } from './flow'

const KEY = 'sign-up.draft'

const Gender = v.picklist(['woman', 'man', 'nonbinary'])

const Stored = v.object({
  step: v.picklist(STEPS),
  draft: v.object({
    gender: v.nullable(Gender),
    seeking: v.array(Gender),
    birth: v.object({ day: v.string(), month: v.string(), year: v.string() }),
    country: v.string(),
    email: v.string(),
    name: v.string(),
  }),
})

/** What this tab's visitor had filled in before a reload. */
export const readDraft = (): { step: Step; draft: Draft } | null => read('session', KEY, Stored)

/** Keeps the draft while it is being filled in; the password is not part of it. */
export function keepDraft({ phase, step, draft }: Flow): void {
  if (phase === 'complete') remove('session', KEY)
  else write('session', KEY, { step, draft })
}
