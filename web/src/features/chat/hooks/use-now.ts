import { useEffect, useState } from 'react'

/** The time, fresh once a minute: "yesterday" stays true on a page that is open over midnight. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
