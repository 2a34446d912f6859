import { beforeEach, expect, it, vi } from 'vitest'

const opened = vi.fn()

/** What a page has after it was loaded. */
async function page() {
  vi.resetModules()
  const { setOpener } = await import('./opener')
  setOpener(opened)
  return (await import('./match')).openMatch
}

beforeEach(() => opened.mockClear())

it('a match is celebrated once, whoever tells of it, also over a page that is left', async () => {
  const openMatch = await page()
  openMatch('bram', 1_000)
  openMatch('bram', 2_000)
  expect(opened).toHaveBeenCalledTimes(1)
  const openOnNext = await page()
  openOnNext('bram', 3_000)
  expect(opened).toHaveBeenCalledTimes(1)
  openOnNext('sven', 3_000)
  expect(opened).toHaveBeenLastCalledWith('match', { memberId: 'sven', kind: 'match' })
  openOnNext('bram', 62_000)
  expect(opened).toHaveBeenCalledTimes(3)
})

it('a match that another page has celebrated is not celebrated again when this one is looked at', async () => {
  const first = await page()
  const second = await page()
  first('bram', 1_005)
  second('bram', 1_000)
  expect(opened).toHaveBeenCalledTimes(1)
  second('bram', 3_600_000)
  expect(opened).toHaveBeenCalledTimes(2)
})
