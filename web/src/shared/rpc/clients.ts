import { type Client, createClient } from '@connectrpc/connect'
import { AccountsService } from '../../gen/vonk/accounts/v1/accounts_pb'
import { NotificationsService } from '../../gen/vonk/notifications/v1/notifications_pb'
import { SettingsService } from '../../gen/vonk/settings/v1/settings_pb'
import { transport } from './transport'

export type Clients = {
  accounts: Client<typeof AccountsService>
  notifications: Client<typeof NotificationsService>
  settings: Client<typeof SettingsService>
}

/** Typed calls to the services that many pages need; the others have a file of their own beside this one. */
export const rpc: Clients = {
  accounts: createClient(AccountsService, transport),
  notifications: createClient(NotificationsService, transport),
  settings: createClient(SettingsService, transport),
}

export { replaceTransport } from './transport'
