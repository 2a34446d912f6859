import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { userQuery } from '../../../shared/session/user'
import { Alert } from '../../../ui/alert'
import { SwitchRow } from '../../../ui/field'
import { Skeleton } from '../../../ui/skeleton'
import { PREFERENCES, type PreferenceName, preferencesQuery, setPreference } from '../api/preferences'
import { PushSwitch } from '../components/push-switch'

/** What a member wants to hear of. */
export default function Notifications() {
  const { t } = useLingui()
  usePageTitle(t`Notifications`)
  const textOf = useFailureText()
  const texts = useTexts()
  const client = useQueryClient()
  const { data, error } = useQuery(preferencesQuery())
  const change = useMutation({
    mutationFn: ({ name, enabled }: { name: PreferenceName; enabled: boolean }) => setPreference(name, enabled),
    scope: { id: 'preferences' },
    onMutate: async ({ name, enabled }) => {
      const { queryKey } = preferencesQuery()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, old => old && { ...old, [name]: enabled })
      return () => client.setQueryData(queryKey, old => old && { ...old, [name]: !enabled })
    },
    onError: (_error, _change, undo) => undo?.(),
  })
  const failed = error ?? change.error
  return (
    <div className="page page--narrow">
      <h1>
        <Trans>Notifications</Trans>
      </h1>
      <p className="lead">
        <Trans>By mail and on your devices, and never more than you want.</Trans>
      </p>
      <PushSwitch />
      <MailOff />
      {failed && <Alert tone="danger">{textOf(failureOfRpc(failed))}</Alert>}
      <div className="card card--rows">
        {data ? (
          PREFERENCES.map(name => (
            <SwitchRow
              key={name}
              {...texts[name]}
              checked={data[name]}
              onChange={enabled => change.mutateAsync({ name, enabled })}
            />
          ))
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </div>
  )
}

/** Mail may be off for a reason that a switch cannot mend. */
function MailOff() {
  const { data: user } = useQuery(userQuery())
  const off = user?.notifications_disabled ?? []
  if (off.includes('bounce')) {
    return (
      <Alert tone="warning">
        <Trans>
          Mail to your address came back, so we send none. Change your e-mail address to get mail again.
        </Trans>
      </Alert>
    )
  }
  if (off.includes('fbl')) {
    return (
      <Alert tone="warning">
        <Trans>Your mail provider told us that our mail is unwanted, so we send none.</Trans>
      </Alert>
    )
  }
  if (off.includes('list-unsubscribe')) {
    return (
      <Alert tone="warning">
        <Trans>You have unsubscribed from our mail.</Trans>
      </Alert>
    )
  }
  return null
}

function useTexts(): Record<PreferenceName, { label: string; hint: string }> {
  const { t } = useLingui()
  return {
    new_conversations: { label: t`New conversations`, hint: t`Somebody writes to you for the first time.` },
    new_messages: { label: t`New messages`, hint: t`Somebody answers you.` },
    like: { label: t`Likes`, hint: t`Somebody likes your profile.` },
    unread_message_reminders: { label: t`Unread messages`, hint: t`A reminder of messages you have not read.` },
    promotions: { label: t`Offers`, hint: t`Discounts, when there are any.` },
    weekly_updates: { label: t`Weekly overview`, hint: t`Once a week, what happened.` },
    news: { label: t`News`, hint: t`What is new on this site.` },
    reminders: { label: t`Reminders`, hint: t`When something of yours is not finished.` },
  }
}
