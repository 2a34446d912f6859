import { createClient } from '@connectrpc/connect'
import { LiveService } from '../../gen/vonk/live/v1/live_pb'
import { transport } from './transport'

/** The live stream of the gateway. */
export const live = createClient(LiveService, transport)
