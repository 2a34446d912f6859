import { useRef, useState } from 'react'
import * as v from 'valibot'
import { type Failure, failure, isReason } from '../failures/reasons'

export type FieldErrors<F extends string> = Partial<Record<F, Failure>>

/** Turns valibot's first issue of each field into a failure: a schema's messages are reason words. */
function fieldErrors<F extends string>(
  issues: readonly v.BaseIssue<unknown>[],
  details: Record<string, string> = {},
): FieldErrors<F> {
  const errors: FieldErrors<F> = {}
  for (const issue of issues) {
    const field = issue.path?.[0]?.key
    if (typeof field !== 'string' || field in errors) continue
    const failed = failure(isReason(issue.message) ? issue.message : 'unknown', {
      ...details,
      ...(issue.type === 'min_length' && { min: String(issue.requirement) }),
      ...(issue.type === 'max_length' && { max: String(issue.requirement) }),
    })
    Object.assign(errors, { [field]: failed })
  }
  return errors
}

type Options<V extends Record<string, unknown>, S extends v.GenericSchema> = {
  initial: V
  schema: S
  /** Sends it; throws what `failureOf` understands. */
  send: (parsed: v.InferOutput<S>) => Promise<void>
  failureOf: (error: unknown) => Failure
  /** The field a failure belongs to; none: it is shown above the button. */
  fieldOf?: (failed: Failure) => (keyof V & string) | null
}

/** A small form: values, one failure a field, one for all, and whether it is being sent. */
export function useForm<V extends Record<string, unknown>, S extends v.GenericSchema>(options: Options<V, S>) {
  type Field = keyof V & string
  const { initial, schema, send, failureOf, fieldOf } = options
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Field>>({})
  const [failed, setFailed] = useState<Failure | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const showErrors = (found: FieldErrors<Field>) => {
    setErrors(found)
    // After React has marked the fields.
    requestAnimationFrame(() => focusFirstInvalid(form.current))
  }

  const set = <F extends Field>(field: F, value: V[F]) => {
    setValues(old => ({ ...old, [field]: value }))
    setErrors(old => {
      const { [field]: _, ...rest } = old
      return rest as FieldErrors<Field>
    })
  }

  const submit = async (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    if (sending) return
    setFailed(null)
    const parsed = v.safeParse(schema, values)
    if (!parsed.success) return showErrors(fieldErrors<Field>(parsed.issues))
    setErrors({})
    setSending(true)
    try {
      await send(parsed.output)
    } catch (error) {
      const found = failureOf(error)
      const field = fieldOf?.(found) ?? null
      if (field) showErrors({ [field]: found } as FieldErrors<Field>)
      else setFailed(found)
    } finally {
      setSending(false)
    }
  }

  const reset = () => {
    setValues(initial)
    setErrors({})
    setFailed(null)
  }

  return { values, set, errors, failed, sending, submit, reset, form }
}

/** Puts the focus where the first mistake is. */
export function focusFirstInvalid(within: ParentNode | null): void {
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const target = field?.matches('fieldset, [role="radiogroup"], [role="group"]')
    ? field.querySelector<HTMLElement>('input')
    : field
  target?.focus()
}
