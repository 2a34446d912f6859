import { useState } from 'react'
import * as v from 'valibot'
import { PERSONAL } from '../../../shared/storage/personal'
import { read, remove, write } from '../../../shared/storage/store'

const keyOf = (me: string, peer: string) => `${PERSONAL}draft.${me}.${peer}`

/** What was written and not sent yet, kept for each conversation. */
export function useDraft(me: string, peer: string): [string, (text: string) => void] {
  const key = keyOf(me, peer)
  const [text, setText] = useState(() => read('local', key, v.string()) ?? '')
  const change = (next: string) => {
    setText(next)
    if (next) write('local', key, next)
    else remove('local', key)
  }
  return [text, change]
}
