import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { OrderSchema } from '../../gen/vonk/billing/v1/billing_pb'
import { site } from '../../testing/fixtures'
import { formatChange, formatMoney, formatPercent } from '../i18n/money'
import { rememberCameFrom, returnPath } from './came-from'
import { orderOf } from './orders'
import { payPage, phaseOf, pollAfter } from './payment'
import { messagePrice, perMessage, priceOf } from './price'
import { spendingNotice } from './wallet'

const euro = (minor: number) => ({ minor, currency: 'EUR' })
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

const offered = (id: string, credits: number, price: number) => ({
  id,
  credits,
  price: euro(price),
  discounted: euro(price),
  perMessage: euro(0),
})
const packages = [offered('small', 100, 999), offered('large', 1_500, 7_999)]

describe('money', () => {
  it('is written as the language writes it, with the places of its currency', () => {
    expect(plain(formatMoney(euro(999), 'nl'))).toBe('€ 9,99')
    expect(plain(formatMoney(euro(999), 'en'))).toBe('€9.99')
    expect(plain(formatMoney(euro(123_456), 'pl'))).toBe('1234,56 €')
    expect(plain(formatMoney({ minor: 500, currency: 'JPY' }, 'en'))).toBe('¥500')
  })

  it('stands beside credits with a sign, and a discount as a percentage', () => {
    expect(formatChange(250, 'nl')).toBe('+250')
    expect(formatChange(-10, 'en')).toBe('-10')
    expect(formatPercent(25, 'en')).toBe('25%')
    expect(formatPercent(25.5, 'en')).toBe('25.5%')
  })

  it('of an order tells the VAT it includes, where that is known', () => {
    const order = create(OrderSchema, {
      amount: { minor: 999n, currency: 'EUR' },
      vat: { country: 'FI', permille: 255, minor: 203n },
    })
    expect(orderOf(order).vat).toEqual({ percentage: 25.5, amount: euro(203) })
    expect(orderOf(create(OrderSchema, {})).vat).toBeNull()
  })

  it('for credits is that of the package with the lowest price a credit, rounded up', () => {
    // 79.99 for 1,500: 10 are 53.3 cents.
    expect(priceOf(10, packages)).toEqual(euro(54))
    expect(priceOf(1_500, packages)).toEqual(euro(7_999))
    expect(priceOf(10, [])).toBeNull()
  })

  it('for a message of a package is that of the price that is paid, with its discount', () => {
    const small = offered('small', 100, 999)
    expect(perMessage(small, euro(999), 10)).toEqual(euro(100))
    expect(perMessage(small, euro(749), 10)).toEqual(euro(75))
  })

  it('for a message is what the operator says for the country, in cents', () => {
    const said = { ...site, minimum_message_costs: { NL: { costs: 53, currency: 'EUR' } } }
    expect(messagePrice(said, 'NL', packages)).toEqual(euro(53))
    expect(messagePrice(said, 'BE', packages)).toEqual(euro(54))
    expect(messagePrice(said, null, packages)).toEqual(euro(54))
  })
})

it('a notice comes at 50, 100 and 250 euro in a week, and not below', () => {
  const notices = [null, 0, 4_999, 5_000, 9_999, 10_000, 24_999, 25_000, 90_000].map(minor =>
    spendingNotice(minor === null ? null : euro(minor)),
  )
  expect(notices).toEqual([null, null, null, 50, 50, 100, 100, 250, 250])
})

describe('a payment', () => {
  it('is pending, completed, failed, cancelled, or looked at by somebody', () => {
    expect((['created', 'pending'] as const).map(phaseOf)).toEqual(['pending', 'pending'])
    expect((['paid', 'part_refunded', 'refunded', 'charged_back'] as const).map(phaseOf)).toEqual(
      Array(4).fill('completed'),
    )
    expect((['failed', 'expired'] as const).map(phaseOf)).toEqual(['failed', 'failed'])
    expect(phaseOf('cancelled')).toBe('cancelled')
    expect(phaseOf('quarantined')).toBe('checked')
  })

  it('is asked for while it is pending, ever more calmly, and never after', () => {
    expect([1, 15, 16, 40, 41, 500].map(asked => pollAfter('pending', asked))).toEqual([
      2_000, 2_000, 5_000, 5_000, 15_000, 15_000,
    ])
    expect((['paid', 'failed', 'cancelled', 'quarantined'] as const).map(each => pollAfter(each, 1))).toEqual(
      Array(4).fill(false),
    )
    expect(pollAfter(undefined, 0)).toBe(false)
  })

  it('is made on known pages only', () => {
    const allowed = (url: string, here = 'vonk.example') => payPage(url, here)?.href ?? null
    expect(allowed('https://www.mollie.com/checkout/x')).toBe('https://www.mollie.com/checkout/x')
    expect(allowed('https://pay.mollie.com/x')).not.toBeNull()
    for (const url of [
      'http://www.mollie.com/x',
      'https://mollie.com.evil.example/x',
      'https://evilmollie.com/x',
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '',
      'http://127.0.0.1:8026/pay/x',
    ]) {
      expect(allowed(url)).toBeNull()
    }
    // A demonstration, and its own machine.
    expect(allowed('http://127.0.0.1:8026/pay/x', 'international.localhost')).not.toBeNull()
  })
})

it('a payer goes back to the conversation, and to nothing else', () => {
  rememberCameFrom('/chats/0189-a')
  expect(returnPath()).toBe('/chats/0189-a')
  rememberCameFrom('/members/0189-a/chat')
  expect(returnPath()).toBe('/members/0189-a/chat')
  rememberCameFrom('/profile')
  expect(returnPath()).toBeNull()
  sessionStorage.setItem('credits.came-from', '"//evil.example"')
  expect(returnPath()).toBeNull()
})
