import { useState } from 'react'
import * as v from 'valibot'
import { read, write } from './store'

/** Whether an alert that was hidden at a time stays hidden. */
export const staysHidden = (hiddenAt: number | null, now: number, forMilliseconds: number): boolean =>
  hiddenAt !== null && now - hiddenAt < forMilliseconds

/** An alert that a member may hide; when that was is remembered, and after a time it comes back. */
export function useHiddenAlert(name: string, forMilliseconds: number): [boolean, () => void] {
  const key = `alert.${name}.hidden-at`
  const [hidden, setHidden] = useState(() =>
    staysHidden(read('local', key, v.number()), Date.now(), forMilliseconds),
  )
  const hide = () => {
    write('local', key, Date.now())
    setHidden(true)
  }
  return [hidden, hide]
}
