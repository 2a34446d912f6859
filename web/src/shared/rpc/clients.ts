import { type Client, createClient, type Transport } from '@connectrpc/connect'
import { AccountsService } from '../../gen/vonk/accounts/v1/accounts_pb'
import { NotificationsService } from '../../gen/vonk/notifications/v1/notifications_pb'
import { SettingsService } from '../../gen/vonk/settings/v1/settings_pb'
import { transport } from './transport'

export type Clients = {
  accounts: Client<typeof AccountsService>
  notifications: Client<typeof NotificationsService>
  settings: Client<typeof SettingsService>
}

const clientsOn = (carrier: Transport): Clients => ({
  accounts: createClient(AccountsService, carrier),
  notifications: createClient(NotificationsService, carrier),
  settings: createClient(SettingsService, carrier),
})

/** Typed calls to the services. */
export const rpc: Clients = clientsOn(transport)

/** Puts other carriers under the calls, for tests in memory. */
export function replaceTransport(carrier: Transport): void {
  Object.assign(rpc, clientsOn(carrier))
}
