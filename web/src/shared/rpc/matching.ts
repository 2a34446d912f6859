import { createClient } from '@connectrpc/connect'
import { MatchingService } from '../../gen/vonk/matching/v1/matching_pb'
import { transport } from './transport'

/** Typed calls to matching; apart from the others so that only pages of people load its messages. */
export const matching = createClient(MatchingService, transport)
