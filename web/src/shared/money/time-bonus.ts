import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { errorOf } from '../http/errors'
import { pushSubscribed } from '../pwa/push-state'
import { keys } from '../query/keys'
import { userPollInterval } from '../query/polling'
import { tellAuthLost } from '../session/auth-lost'
import { userQuery } from '../session/user'
import { bonusEnd, mayHaveBonus } from './bonus'

const Answer = v.object({
  discountcode: v.nullable(
    v.object({
      code: v.string(),
      percentage: v.number(),
      status: v.string(),
      expired: v.boolean(),
      expires: v.nullable(v.string()),
    }),
  ),
})

type Welcome = {
  code: v.InferOutput<typeof Answer>['discountcode']
  /** Add performance.now() for the server's time: this machine's clock may be wrong, or be set. */
  clock: number
}

/** Asks for the welcome discount. A failure is no news: there is no discount then. */
async function askWelcome(signal: AbortSignal): Promise<Welcome> {
  const none = { code: null, clock: Date.now() - performance.now() }
  try {
    const answer = await fetch('/api/discountcode.php?welcome=true', {
      headers: { Accept: 'application/json' },
      credentials: 'same-origin',
      signal,
    })
    const at = Date.parse(answer.headers.get('Date') ?? '')
    const clock = Number.isNaN(at) ? none.clock : at - performance.now()
    if (!answer.ok) {
      if ((await errorOf(answer)).authenticationRequired) tellAuthLost()
      return none
    }
    const parsed = v.safeParse(Answer, await answer.json())
    return parsed.success ? { code: parsed.output.discountcode, clock } : none
  } catch (error) {
    if (signal.aborted) throw error
    return none
  }
}

const welcomeQuery = () =>
  queryOptions({
    queryKey: keys.welcome(),
    queryFn: ({ signal }) => askWelcome(signal),
    staleTime: 30_000,
    refetchInterval: query => userPollInterval(query.state.dataUpdateCount, pushSubscribed()),
  })

export type TimeBonus = {
  percentage: number
  /** By the server's clock. */
  end: number
  /** Add performance.now() for the server's time. */
  clock: number
}

/** Milliseconds that are left. */
const bonusLeft = ({ end, clock }: Pick<TimeBonus, 'end' | 'clock'>): number =>
  Math.max(0, end - clock - performance.now())

/** The time bonus of the member who is logged in, while it runs; null otherwise, and from zero on. */
export function useTimeBonus(): TimeBonus | null {
  const { data: user } = useQuery(userQuery())
  const enabled = user != null && mayHaveBonus(user, Date.now())
  const { data } = useQuery({ ...welcomeQuery(), enabled })
  const end = enabled && data ? bonusEnd(user, data.code) : null
  const bonus =
    end === null || !data?.code ? null : { percentage: data.code.percentage, end, clock: data.clock }
  const [over, setOver] = useState<number | null>(null)
  const left = bonus && over !== bonus.end ? bonusLeft(bonus) : 0
  useEffect(() => {
    if (end === null || left <= 0) return
    const timer = setTimeout(() => setOver(end), left)
    return () => clearTimeout(timer)
  }, [end, left])
  return bonus && left > 0 ? bonus : null
}

/** What is left of the bonus, counted each second. */
export function useBonusLeft(bonus: TimeBonus): number {
  const { end, clock } = bonus
  const [left, setLeft] = useState(() => bonusLeft(bonus))
  useEffect(() => {
    const timer = setInterval(() => setLeft(bonusLeft({ end, clock })), 1000)
    return () => clearInterval(timer)
  }, [end, clock])
  return left
}
