import { useIsFetching } from '@tanstack/react-query'
import { useNavigation } from 'react-router'

/** A line at the top while a page or its first data is on the way; it waits 200 ms and runs for 5 s (app.scss). */
export function ProgressBar() {
  const { state } = useNavigation()
  const firstLoads = useIsFetching({
    predicate: query => query.meta?.progress === true && query.state.data === undefined,
  })
  if (state === 'idle' && firstLoads === 0) return null
  return <div className="progress-line" aria-hidden="true" />
}
