import { createGrpcWebTransport } from '@connectrpc/connect-web'

/** How the browser speaks to the gateway: gRPC-Web on the same origin. */
export const transport = createGrpcWebTransport({
  baseUrl: '/rpc',
  defaultTimeoutMs: 20_000,
})
