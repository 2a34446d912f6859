import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSettings } from '../settings/context'
import { inSiteLanguage } from '../settings/texts'
import { setPageTitle } from '../title/title'

/** Names the page in the browser's tab; null is the first page, which the operator named. */
export function usePageTitle(title: string | null): void {
  const { i18n } = useLingui()
  const settings = useSettings()
  const { name } = settings
  const own = inSiteLanguage(settings, i18n.locale) ? settings.index_title || name : name
  useEffect(() => {
    setPageTitle(title === null ? own : `${title} · ${name}`)
  }, [title, name, own])
}
