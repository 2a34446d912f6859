import { PhpError } from '../http/errors'
import { type Failure, failure, isReason } from './reasons'

/** The failure behind an error of /api/*.php. */
export function failureOfPhp(error: unknown): Failure {
  if (error instanceof PhpError) {
    if (isReason(error.code)) return failure(error.code, error.details)
    return failure(error.status === 429 ? 'rate_limited' : 'unknown')
  }
  return failure(error instanceof TypeError ? 'offline' : 'unknown')
}
