import { createClient } from '@connectrpc/connect'
import { BillingService } from '../../gen/vonk/billing/v1/billing_pb'
import { transport } from './transport'

/** Typed calls to billing; apart from the others so that only pages of money load its messages. */
export const billing = createClient(BillingService, transport)
