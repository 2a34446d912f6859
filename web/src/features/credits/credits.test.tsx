import { create } from '@bufbuild/protobuf'
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb'
import { BillingService, type CreateOrderRequest, OrderStatus } from '../../gen/vonk/billing/v1/billing_pb'
import type { Order } from '../../shared/money/orders'
import type { Discount, Offer, Package } from '../../shared/money/packages'
import { replaceTransport } from '../../shared/rpc/transport'
import { show } from '../../testing/render'
import { placeOrder } from './api/place-order'
import { Checkout } from './components/checkout'
import { begunOrder, forgetOrder, orderIdFor } from './intention'
import { bestOf, quote } from './quote'
import { repeatable } from './repeatable'
import { leave } from './use-pay'

const euro = (minor: number) => ({ minor, currency: 'EUR' })
const pack = (id: string, credits: number, price: number, discounted = price): Package => ({
  id,
  credits,
  price: euro(price),
  discounted: euro(discounted),
  perMessage: euro(100),
})
const small = pack('credits-100', 100, 999, 749)
const discount: Discount = {
  code: 'TIMEBONUS25',
  percentage: 25,
  expires: null,
  minimum: euro(0),
  methods: [],
}
const about = { member: 'm1', package: 'credits-100', method: 'ideal', code: '' }
const PAY = 'https://www.mollie.com/pay/1'

const refusal = (reason: string, code: Code) => {
  const value = create(ErrorInfoSchema, { reason, domain: 'vonk' })
  return new ConnectError('refused', code, undefined, [{ desc: ErrorInfoSchema, value }])
}

/** A billing that remembers its orders as the real one does. */
function billing(answer: (request: CreateOrderRequest, nth: number) => object = () => ({})) {
  const requests: CreateOrderRequest[] = []
  replaceTransport(
    createRouterTransport(({ service }) =>
      service(BillingService, {
        createOrder: request => {
          requests.push(request)
          const special = answer(request, requests.length)
          return {
            order: { id: request.orderId, status: OrderStatus.PENDING, credits: 100, amount: money(749) },
            checkoutUrl: PAY,
            ...special,
          }
        },
      }),
    ),
  )
  return requests
}
const money = (minor: number) => ({ minor: BigInt(minor), currency: 'EUR' })

afterEach(() => vi.restoreAllMocks())

describe('what a package costs', () => {
  it('is less with a discount, and tells how much less', () => {
    expect(quote(small, discount, 'ideal')).toEqual({
      total: euro(749),
      saved: euro(250),
      code: 'TIMEBONUS25',
      without: null,
    })
    expect(quote(small, null, 'ideal')).toEqual({ total: euro(999), saved: null, code: '', without: null })
  })

  it('is the full price, without the code, where the discount is for other orders', () => {
    const large = { ...discount, minimum: euro(1_999) }
    expect(quote(small, large, 'ideal')).toMatchObject({ total: euro(999), code: '', without: 'minimum' })
    const paypal = { ...discount, methods: ['paypal'] }
    expect(quote(small, paypal, 'ideal')).toMatchObject({ total: euro(999), code: '', without: 'method' })
    expect(quote(small, paypal, 'paypal')).toMatchObject({ total: euro(749), code: 'TIMEBONUS25' })
    expect(quote(small, paypal, null)).toMatchObject({ total: euro(749) })
  })

  it('is lowest a credit in one package, named only when there is a choice', () => {
    const all = [small, pack('credits-600', 600, 3_999), pack('credits-250', 250, 1_999)]
    expect(bestOf(all)?.id).toBe('credits-600')
    expect(bestOf([small])).toBeNull()
  })
})

const order = (id: string, packageId: string, method: string, status: Order['status']): Order => ({
  id,
  packageId,
  status,
  credits: 100,
  amount: euro(749),
  vat: null,
  method,
  discountCode: 'TIMEBONUS25',
  createdAt: null,
  paidAt: status === 'paid' ? new Date() : null,
  withdrawUntil: null,
  withdrawnAt: null,
  refunded: euro(0),
})

it('what was bought can be bought again once each, while it is offered', () => {
  const offer: Offer = { packages: [small], methods: [{ id: 'ideal', name: 'iDEAL' }], discount: null }
  const orders = [
    order('5', 'credits-100', 'ideal', 'failed'),
    order('4', 'credits-100', 'ideal', 'paid'),
    order('3', 'credits-100', 'ideal', 'paid'),
    order('2', 'credits-100', 'bancontact', 'paid'),
    order('1', 'credits-900', 'ideal', 'paid'),
  ]
  expect(repeatable(orders, offer).map(each => each.order.id)).toEqual(['4'])
})

describe('one intention', () => {
  it('is one order: after a reload, in another tab, pressed twice at once', async () => {
    const [first, second] = await Promise.all([orderIdFor(about), orderIdFor(about)])
    expect(first).toBe(second)
    expect(await orderIdFor(about)).toBe(first)
    expect(begunOrder(about, Date.now())).toBe(first)
  })

  it('differs by member, package, way to pay and code', async () => {
    const others = [{ member: 'm2' }, { package: 'p2' }, { method: 'paypal' }, { code: 'X' }]
    const ids = await Promise.all(
      [about, ...others.map(other => ({ ...about, ...other }))].map(a => orderIdFor(a)),
    )
    expect(new Set(ids).size).toBe(5)
  })

  it('is begun anew when its order has ended, or after a month', async () => {
    const first = await orderIdFor(about)
    await forgetOrder(first)
    const second = await orderIdFor(about)
    expect(second).not.toBe(first)
    expect(begunOrder(about, Date.now() + 31 * 86_400_000)).toBeNull()
  })

  it('keeps its order when the answer is lost', async () => {
    const requests = billing((_, nth) => {
      if (nth === 1) throw new ConnectError('lost', Code.Unavailable)
      return {}
    })
    await expect(placeOrder(about)).rejects.toBeInstanceOf(ConnectError)
    await placeOrder(about)
    expect(requests).toHaveLength(2)
    expect(requests[1]?.orderId).toBe(requests[0]?.orderId)
    expect(requests[1]?.acceptImmediate).toBe(true)
  })

  it('gets a new order when the first has come to nothing meanwhile', async () => {
    const requests = billing((_, nth) => {
      if (nth === 1) throw refusal('order_not_payable', Code.FailedPrecondition)
      return {}
    })
    const { order } = await placeOrder(about)
    expect(requests).toHaveLength(2)
    expect(requests[1]?.orderId).not.toBe(requests[0]?.orderId)
    expect(begunOrder(about, Date.now())).toBe(order.id)
  })
})

describe('the payment page', () => {
  const offer: Offer = {
    packages: [small],
    methods: [
      { id: 'ideal', name: 'iDEAL' },
      { id: 'paypal', name: 'PayPal' },
    ],
    discount,
  }
  const page = (orders: Order[] = []) =>
    show(<Checkout member="m1" chosen={small} offer={offer} orders={orders} wanted={null} />)
  const payButton = () => screen.getByRole('button', { name: 'Pay €7.49' })
  const accept = () => screen.getByRole('checkbox', { name: /I want my credits right away/ })

  it('asks for the consent that the law asks for, and orders nothing without it', async () => {
    const requests = billing()
    page()
    const person = userEvent.setup()
    await person.click(payButton())
    expect(screen.getByText('Tick this box to go on.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(accept()))
    expect(requests).toHaveLength(0)
  })

  it('goes to the provider with one order, however often it is pressed', async () => {
    const requests = billing()
    const left = vi.spyOn(leave, 'to').mockReturnValue()
    page()
    const person = userEvent.setup()
    await person.click(accept())
    await person.dblClick(payButton())
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
    expect(left.mock.calls[0]?.[0].href).toBe(PAY)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      packageId: 'credits-100',
      method: 'ideal',
      discountCode: 'TIMEBONUS25',
      acceptImmediate: true,
    })
    expect(requests[0]?.orderId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('goes on with the order that is open, at the price that was agreed, also one of another browser', async () => {
    const requests = billing()
    const left = vi.spyOn(leave, 'to').mockReturnValue()
    const open = order('0189-open', 'credits-100', 'ideal', 'pending')
    // Its discount is bound to it, so that it is no longer offered.
    const plain = { ...offer, discount: null }
    show(<Checkout member="m1" chosen={small} offer={plain} orders={[open]} wanted={null} />)
    const person = userEvent.setup()
    await person.click(accept())
    await person.click(payButton())
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
    expect(requests.map(each => [each.orderId, each.discountCode])).toEqual([['0189-open', 'TIMEBONUS25']])
  })

  it('makes a new order after one that has ended, and tells of the same that was just bought', async () => {
    const requests = billing()
    vi.spyOn(leave, 'to').mockReturnValue()
    const known = await orderIdFor({ ...about, code: 'TIMEBONUS25' })
    page([order(known, 'credits-100', 'ideal', 'paid')])
    expect(screen.getByText(/You bought this package already/)).toBeTruthy()
    const person = userEvent.setup()
    await person.click(accept())
    await person.click(payButton())
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.orderId).not.toBe(known)
  })

  it('tells a price that has changed, and pays it only when asked again', async () => {
    const requests = billing(({ orderId }) => ({
      order: { id: orderId, status: OrderStatus.PENDING, credits: 100, amount: money(799) },
    }))
    const left = vi.spyOn(leave, 'to').mockReturnValue()
    page()
    const person = userEvent.setup()
    await person.click(accept())
    await person.click(payButton())
    expect(await screen.findByText(/The price is now €7.99/)).toBeTruthy()
    expect(left).not.toHaveBeenCalled()
    await person.click(payButton())
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
    expect(requests[1]?.orderId).toBe(requests[0]?.orderId)
  })

  it('sends nobody to an address that is no provider’s', async () => {
    billing(() => ({ checkoutUrl: 'https://mollie.com.evil.example/pay' }))
    const left = vi.spyOn(leave, 'to').mockReturnValue()
    page()
    const person = userEvent.setup()
    await person.click(accept())
    await person.click(payButton())
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(left).not.toHaveBeenCalled()
  })

  it('says when the provider does not answer, and can be pressed again', async () => {
    billing((_, nth) => {
      if (nth === 1) throw refusal('provider_away', Code.Unavailable)
      return {}
    })
    const left = vi.spyOn(leave, 'to').mockReturnValue()
    page()
    const person = userEvent.setup()
    await person.click(accept())
    await person.click(payButton())
    expect((await screen.findByRole('alert')).textContent).toContain('The payment service does not answer')
    await person.click(payButton())
    await waitFor(() => expect(left).toHaveBeenCalledOnce())
  })
})
