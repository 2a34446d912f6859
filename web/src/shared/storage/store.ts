import * as v from 'valibot'

type Kind = 'local' | 'session'

function storage(kind: Kind): Storage | null {
  try {
    return kind === 'local' ? localStorage : sessionStorage
  } catch {
    // Storage is switched off: the page works, it only forgets.
    return null
  }
}

/** A stored value, or null when it is missing, unreadable or of another shape. */
export function read<S extends v.GenericSchema>(kind: Kind, key: string, schema: S): v.InferOutput<S> | null {
  try {
    const text = storage(kind)?.getItem(key)
    if (text == null) return null
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Stores a value; a full or forbidden storage is no error. */
export function write(kind: Kind, key: string, value: unknown): void {
  try {
    storage(kind)?.setItem(key, JSON.stringify(value))
  } catch {}
}

export function remove(kind: Kind, key: string): void {
  try {
    storage(kind)?.removeItem(key)
  } catch {}
}
