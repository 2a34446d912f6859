import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureOfRpc } from '../../shared/failures/of-rpc'
import { type Failure, failure } from '../../shared/failures/reasons'
import { linkToken, rememberToken } from '../../shared/session/link-token'

type State = { phase: 'working' } | { phase: 'done' } | { phase: 'failed'; failure: Failure }

/** Redeems the token of a mailed link, once; `afterwards` brings what this browser knows up to it. */
export function useRedeem(
  call: (token: string) => Promise<unknown>,
  afterwards?: (client: QueryClient) => void,
): State {
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
        afterwards?.(client)
      },
      error => setState({ phase: 'failed', failure: failureOfRpc(error) }),
    )
  }, [call, afterwards, client])
  return state
}
