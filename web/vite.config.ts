import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { LOCALES } from './src/shared/i18n/locales.ts'

/** Modules of ours that the entry and every page share. */
const FIRST =
  /\/src\/shared\/(paths|prefetch|a11y\/media|http\/|query\/(keys|stale|polling|retry|client)|session\/(auth-lost|forget|user)|storage\/(personal|store)|pwa\/(push-state|worker))/

/** What the entry stands on; it stays in a browser's cache from one version of ours to the next. */
const LIBRARIES =
  /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core)|@lingui\/(core|react)|valibot)\//

const SITE = process.env.BASE_URL ?? 'http://localhost:8080'

/** In development the page comes from here, its site from the gateway that runs. */
const siteInDevelopment: Plugin = {
  name: 'site-in-development',
  apply: 'serve',
  async transformIndexHtml(html) {
    const settings = await (await fetch(`${SITE}/api/settings.php`)).json()
    const tokens: Record<string, string> = {
      LANG: settings.domain_language.slice(0, 2),
      TITLE: settings.name,
      DESCRIPTION: '',
      NICHE: String(settings.niche),
      SETTINGS: JSON.stringify({ ...settings, locale: null }).replaceAll('<', '\\u003c'),
    }
    return html.replace(/__VONK_([A-Z]+)__/g, (whole, name) => tokens[name] ?? whole)
  },
}

/** The page's letters are asked for with its code, and not only when the first text is drawn. */
const fontAhead: Plugin = {
  name: 'font-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find(file => /figtree-latin-wght-normal-[^/]+\.woff2$/.test(file))
      if (!font) throw new Error('the build has no font of Latin letters')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

/** The gateway takes changes from its own pages only: here its page is served from another port. */
const toSite = { target: SITE, headers: { origin: SITE } }

export default defineConfig({
  // Two babel passes: both presets in one call break the text macros.
  plugins: [
    { ...optimizeLocales.vite({ locales: [...LOCALES] }), enforce: 'pre' },
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    lingui(),
    siteInDevelopment,
    fontAhead,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw-push.ts',
      injectRegister: false,
      manifestFilename: 'site.webmanifest',
      injectManifest: {
        // index.html carries a site's settings: the worker keeps it itself, per host.
        // The whole entry (checked with the budgets): a part of it would be a page that stays white.
        globPatterns: [
          'assets/{index,first,libraries,i18n,preload-helper,rolldown-runtime}-*.{js,css}',
          'assets/figtree-latin-wght-*.woff2',
          'theme.js',
        ],
      },
      manifest: {
        name: 'Vonk',
        short_name: 'Vonk',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#fffaf8',
        theme_color: '#c2256e',
        icons: [
          { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/spark.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
    }),
  ],
  css: {
    preprocessorOptions: {
      // Bootstrap 5.3 still speaks the old Sass.
      scss: {
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
        quietDeps: true,
      },
    },
  },
  build: {
    target: 'es2022',
    // font-src and script-src are 'self' only: nothing may become a data: address.
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page has, in one piece: a dozen of small ones weigh more and are asked for one by one.
          groups: [
            { name: 'libraries', test: LIBRARIES },
            { name: 'first', test: FIRST },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': toSite, '/rpc': toSite, '/photos': toSite } },
})
