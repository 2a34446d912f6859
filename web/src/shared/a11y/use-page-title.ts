import { useEffect } from 'react'
import { useSettings } from '../settings/context'
import { setPageTitle } from '../title/title'

/** Names the page in the browser's tab. */
export function usePageTitle(title: string | null): void {
  const { name, index_title } = useSettings()
  useEffect(() => {
    setPageTitle(title === null ? index_title || name : `${title} · ${name}`)
  }, [title, name, index_title])
}
