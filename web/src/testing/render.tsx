import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { ModalHost } from '../app/modals/modal-host'
import { keys } from '../shared/query/keys'
import type { User } from '../shared/session/user'
import { SettingsContext } from '../shared/settings/context'
import type { SiteSettings } from '../shared/settings/schema'
import { site } from './fixtures'

/** Shows something with all it needs around it. */
export function show(
  what: ReactNode,
  { settings = site, path = '/', as }: { settings?: SiteSettings; path?: string; as?: User } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (as) client.setQueryData(keys.user(), as)
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
