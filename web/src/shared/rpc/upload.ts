import type { Transport } from '@connectrpc/connect'
import { createGrpcWebTransport } from '@connectrpc/connect-web'
import { fetchWithProgress } from './fetch-with-progress'

/** Large files take their time on a phone. */
const PATIENCE = 180_000

/** A way to the gateway for one call with a large file; `onProgress` hears which part of it has left, 0 to 1. */
export const uploading = (onProgress: (part: number) => void): Transport =>
  createGrpcWebTransport({
    baseUrl: '/rpc',
    defaultTimeoutMs: PATIENCE,
    fetch: fetchWithProgress(onProgress),
  })
