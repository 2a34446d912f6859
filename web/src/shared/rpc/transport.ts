import type { Transport } from '@connectrpc/connect'
import { createGrpcWebTransport } from '@connectrpc/connect-web'
import { hasTrafficSource } from '../tracking/memory'

/** Calls that only ask. */
const ASKS = /\/(Get|List|Search|Watch)\w*$/

/** What was pressed is done, and shown as done at once: also when the page is left before the answer. */
const fetchToTheEnd: typeof fetch = (address, options) =>
  fetch(address, { ...options, keepalive: !ASKS.test(String(address)) })

/** How the browser speaks to the gateway: gRPC-Web on the same origin. */
let carrier: Transport = createGrpcWebTransport({
  baseUrl: '/rpc',
  defaultTimeoutMs: 20_000,
  fetch: fetchToTheEnd,
  interceptors: [
    next => request => {
      // Says that there is a source, not which: some sites let such visitors look around.
      if (hasTrafficSource()) request.header.set('X-Traffic-Source', '1')
      return next(request)
    },
  ],
})

/** The way that every client takes. */
export const transport: Transport = {
  unary: (...call) => carrier.unary(...call),
  stream: (...call) => carrier.stream(...call),
}

/** Puts another carrier under the calls, for tests in memory. */
export function replaceTransport(next: Transport): void {
  carrier = next
}
