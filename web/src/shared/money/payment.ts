/** Where an order stands, in billing's words. */
export type OrderStatus =
  | 'created'
  | 'pending'
  | 'paid'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'part_refunded'
  | 'refunded'
  | 'charged_back'
  | 'quarantined'

/** What it means for the payer. */
export type Phase = 'pending' | 'completed' | 'failed' | 'cancelled' | 'checked'

export function phaseOf(status: OrderStatus): Phase {
  switch (status) {
    case 'created':
    case 'pending':
      return 'pending'
    case 'paid':
    case 'part_refunded':
    case 'refunded':
    case 'charged_back':
      return 'completed'
    case 'cancelled':
      return 'cancelled'
    case 'expired':
    case 'failed':
      return 'failed'
    case 'quarantined':
      return 'checked'
    default:
      return status satisfies never
  }
}

/** Milliseconds until an open order is asked for again; the longer it takes, the calmer. False: it is decided. */
export function pollAfter(status: OrderStatus | undefined, answers: number): number | false {
  if (status === undefined || phaseOf(status) !== 'pending') return false
  if (answers <= 15) return 2_000
  return answers <= 40 ? 5_000 : 15_000
}

/** Hosts whose pages take payments, with all below them. */
const PAY_HOSTS = ['mollie.com', 'paypal.com', 'stripe.com']

const isLoopback = (host: string): boolean =>
  host === '127.0.0.1' || host === 'localhost' || host.endsWith('.localhost')

/**
 * The address of a provider's page, or null when it is none that we send anybody to. A demonstration, which runs on
 * this machine, may send to this machine.
 */
export function payPage(checkoutUrl: string, here: string): URL | null {
  if (!URL.canParse(checkoutUrl)) return null
  const url = new URL(checkoutUrl)
  if (isLoopback(url.hostname)) return url.protocol === 'http:' && isLoopback(here) ? url : null
  const known = PAY_HOSTS.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return known && url.protocol === 'https:' ? url : null
}
