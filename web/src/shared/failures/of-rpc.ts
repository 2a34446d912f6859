import { Code, ConnectError } from '@connectrpc/connect'
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb'
import { tellAuthLost } from '../session/auth-lost'
import { type Failure, failure, isReason } from './reasons'

/** The failure behind an error of an RPC: the reason word, else what the gRPC code tells. */
export function failureOfRpc(error: unknown): Failure {
  const fault = ConnectError.from(error)
  const info = fault.findDetails(ErrorInfoSchema).find(found => found.domain === 'vonk')
  if (info && isReason(info.reason)) {
    if (info.reason === 'not_logged_in') tellAuthLost()
    return failure(info.reason, { ...info.metadata })
  }
  switch (fault.code) {
    case Code.Unauthenticated:
      tellAuthLost()
      return failure('not_logged_in')
    case Code.ResourceExhausted:
      return failure('rate_limited')
    case Code.Unavailable:
    case Code.DeadlineExceeded:
      return failure('offline')
    default:
      // fetch() itself failed: the browser has no network.
      return failure(fault.cause instanceof TypeError ? 'offline' : 'unknown')
  }
}
