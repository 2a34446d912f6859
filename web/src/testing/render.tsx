import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { ModalHost } from '../app/modals/modal-host'
import { SettingsContext } from '../shared/settings/context'
import type { SiteSettings } from '../shared/settings/schema'
import { site } from './fixtures'

/** Shows something with all it needs around it. */
export function show(
  what: ReactNode,
  { settings = site, path = '/' }: { settings?: SiteSettings; path?: string } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(
    <SettingsContext value={settings}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[path]}>
            <ModalHost>{what}</ModalHost>
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>
    </SettingsContext>,
  )
  return { ...view, client }
}
