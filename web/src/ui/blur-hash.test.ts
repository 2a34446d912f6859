import { expect, it } from 'vitest'
import { decodeBlurHash } from './blur-hash'

it('draws one colour everywhere from a hash of one', () => {
  const red = [255, 0, 0, 255]
  expect([...(decodeBlurHash('00TI:j', 2, 2) ?? [])]).toEqual([red, red, red, red].flat())
  expect([...(decodeBlurHash('000000', 1, 1) ?? [])]).toEqual([0, 0, 0, 255])
})

it('draws what the algorithm of blurha.sh draws', () => {
  const pixels = decodeBlurHash('LEHV6nWB2yk8pyo0adR*.7kCMdnj', 4, 4) ?? new Uint8ClampedArray()
  const at = (index: number) => [...pixels.slice(index * 4, index * 4 + 3)]
  expect([0, 3, 6, 12, 15].map(at)).toEqual([
    [135, 164, 177],
    [160, 172, 174],
    [170, 158, 149],
    [128, 144, 151],
    [153, 143, 134],
  ])
})

it('refuses what is no hash', () => {
  for (const text of ['', 'L', 'LEHV6n', '00 I:j', 'LEHV6nWB2yk8pyo0adR*.7kCMdn']) {
    expect(decodeBlurHash(text, 2, 2)).toBeNull()
  }
})
