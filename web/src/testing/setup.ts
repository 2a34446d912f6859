import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { activate } from '../shared/i18n/i18n'

beforeEach(async () => {
  // jsdom has no media queries: a desktop in light.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  localStorage.clear()
  sessionStorage.clear()
  await activate('en')
})

afterEach(cleanup)
