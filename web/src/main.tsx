import '@fontsource-variable/figtree/wght.css'
import './styles/app.scss'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { reloadOnLostChunks } from './app/chunk-reload'
import { tellPageHidden } from './app/page-hidden'
import { prepareAddress } from './app/prepare-address'
import { StartFailed } from './app/start-failed'
import { chooseLocale } from './shared/i18n/choose'
import { activate } from './shared/i18n/i18n'
import { registerWorker } from './shared/pwa/worker'
import { readSettings } from './shared/settings/read'
import { readCookie } from './shared/storage/cookie'
import { followSystemTheme } from './shared/storage/theme'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const tree = createRoot(root)

async function start(): Promise<void> {
  prepareAddress()
  reloadOnLostChunks()
  followSystemTheme()
  const settings = readSettings()
  await activate(
    chooseLocale({
      cookie: readCookie('i18n_redirected'),
      offered: settings.locale,
      domainLanguage: settings.domain_language,
      languages: settings.languages,
    }),
  )
  tree.render(
    <StrictMode>
      <App settings={settings} />
    </StrictMode>,
  )
  tellPageHidden()
  // The worker may wait until the page is there.
  if (import.meta.env.PROD) addEventListener('load', () => void registerWorker())
  if (import.meta.env.PROD && document.readyState === 'complete') void registerWorker()
}

start().catch(() => tree.render(<StartFailed />))
