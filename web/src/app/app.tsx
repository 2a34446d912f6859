import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '../shared/query/client'
import { SettingsContext } from '../shared/settings/context'
import type { SiteSettings } from '../shared/settings/schema'
import { createAppRouter } from './router'

/** Everything below the page's root: settings, texts, cache, routes. */
export function App({ settings }: { settings: SiteSettings }) {
  const [client] = useState(createQueryClient)
  const [router] = useState(createAppRouter)
  return (
    <SettingsContext value={settings}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </SettingsContext>
  )
}
