import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureOfRpc } from '../../shared/failures/of-rpc'
import { type Failure, failure } from '../../shared/failures/reasons'
import { keys } from '../../shared/query/keys'
import { linkToken, rememberToken } from '../../shared/session/link-token'

type State = { phase: 'working' } | { phase: 'done' } | { phase: 'failed'; failure: Failure }

/** Redeems the token of a mailed link, once. */
export function useRedeem(call: (token: string) => Promise<unknown>): State {
  const client = useQueryClient()
  const [state, setState] = useState<State>({ phase: 'working' })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const token = linkToken()
    if (!token) return setState({ phase: 'failed', failure: failure('link_invalid') })
    rememberToken(null)
    call(token).then(
      () => {
        setState({ phase: 'done' })
        void client.invalidateQueries({ queryKey: keys.user() })
      },
      error => setState({ phase: 'failed', failure: failureOfRpc(error) }),
    )
  }, [call, client])
  return state
}
