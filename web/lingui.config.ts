import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LOCALES } from './src/shared/i18n/locales.ts'

export default defineConfig({
  sourceLocale: 'en',
  locales: [...LOCALES],
  catalogs: [{ path: 'src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*', 'src/gen/**'] }],
  // Line numbers would change every catalog with every edit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
