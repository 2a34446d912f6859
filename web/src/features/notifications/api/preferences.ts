import { queryOptions } from '@tanstack/react-query'
import { NotificationType } from '../../../gen/vonk/notifications/v1/notifications_pb'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { rpc } from '../../../shared/rpc/clients'

const TYPES = {
  new_conversations: NotificationType.NEW_CONVERSATIONS,
  new_messages: NotificationType.NEW_MESSAGES,
  like: NotificationType.LIKE,
  unread_message_reminders: NotificationType.UNREAD_MESSAGE_REMINDERS,
  promotions: NotificationType.PROMOTIONS,
  weekly_updates: NotificationType.WEEKLY_UPDATES,
  news: NotificationType.NEWS,
  reminders: NotificationType.REMINDERS,
} as const

export type PreferenceName = keyof typeof TYPES

export const PREFERENCES: readonly PreferenceName[] = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
]

export type Preferences = Record<PreferenceName, boolean>

export const preferencesQuery = () =>
  queryOptions({
    queryKey: keys.preferences(),
    staleTime: STALE.halfMinute,
    queryFn: async ({ signal }): Promise<Preferences> => {
      const { preferences } = await rpc.notifications.getPreferences({}, { signal })
      const enabled = (name: PreferenceName) =>
        preferences.find(({ type }) => type === TYPES[name])?.enabled ?? false
      return {
        new_conversations: enabled('new_conversations'),
        new_messages: enabled('new_messages'),
        like: enabled('like'),
        unread_message_reminders: enabled('unread_message_reminders'),
        promotions: enabled('promotions'),
        weekly_updates: enabled('weekly_updates'),
        news: enabled('news'),
        reminders: enabled('reminders'),
      }
    },
  })

export const setPreference = (name: PreferenceName, enabled: boolean) =>
  rpc.notifications.setPreference({ type: TYPES[name], enabled })
