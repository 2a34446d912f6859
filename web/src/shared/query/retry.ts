import { PhpError } from '../http/errors'

const RETRIES = 5
const LONGEST = 30_000

/** Whether a call that changes nothing is worth another try: the network failed, or the server did. */
export function worthRetrying(
  failures: number,
  error: Error,
  codeOf: (error: Error) => number | null,
): boolean {
  if (failures >= RETRIES) return false
  if (error instanceof PhpError) return error.status >= 500
  const grpc = codeOf(error)
  // UNKNOWN and UNAVAILABLE; every other code is an answer.
  if (grpc !== null) return grpc === 2 || grpc === 14
  return error instanceof TypeError
}

/** Milliseconds before try number `failures` + 1: doubling from half a second. */
export function retryDelay(failures: number): number {
  return Math.min(500 * 2 ** failures, LONGEST)
}

/** The gRPC code of an RPC failure without loading the RPC code: its errors carry a number in `code`. */
export function grpcCode(error: Error): number | null {
  return error.name === 'ConnectError' && 'code' in error && typeof error.code === 'number' ? error.code : null
}
