import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { formatAgo } from '../../../shared/i18n/format'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { DeviceIcon } from '../../../ui/icons'
import { Skeleton } from '../../../ui/skeleton'
import { endOtherSessions, endSession, type OpenSession, sessionsQuery } from '../api/sessions'
import { Section } from './section'

/** Where the member is logged in. */
export function Sessions() {
  const { t } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { data: sessions, error } = useQuery(sessionsQuery())
  const end = useMutation({
    mutationFn: (id: string | 'others') => (id === 'others' ? endOtherSessions() : endSession(id)),
    onSettled: () => client.invalidateQueries(sessionsQuery()),
  })
  const failed = error ?? end.error
  const others = sessions?.filter(session => !session.current) ?? []
  return (
    <Section id="sessions" title={t`Where you are logged in`}>
      {failed && <Alert tone="danger">{textOf(failureOfRpc(failed))}</Alert>}
      {sessions ? (
        <ul className="sessions">
          {sessions.map(session => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      ) : (
        <Skeleton lines={2} />
      )}
      {others.length > 0 && (
        <Button
          look="secondary"
          busy={end.isPending && end.variables === 'others'}
          onClick={() => end.mutate('others')}
        >
          <Trans>Log out everywhere else</Trans>
        </Button>
      )}
    </Section>
  )
}

type RowProps = { session: OpenSession; ending: boolean; onEnd: () => void }

function SessionRow({ session, ending, onEnd }: RowProps) {
  const { t, i18n } = useLingui()
  const device = useDeviceText(session.device)
  return (
    <li>
      <DeviceIcon />
      <div>
        <strong>{device}</strong>
        <span className="field-hint">
          {session.current ? (
            <Trans>This device</Trans>
          ) : (
            session.lastSeenAt && formatAgo(session.lastSeenAt, new Date(), i18n.locale)
          )}
        </span>
      </div>
      {!session.current && (
        <Button look="quiet" size="sm" busy={ending} aria-label={t`Log out: ${device}`} onClick={onEnd}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  )
}

/** "Firefox on Windows" in the reader's language; the names are names. */
function useDeviceText(device: string): string {
  const { t } = useLingui()
  const [browser, system] = device.split(' on ')
  if (browser && system) return t`${browser} on ${system}`
  return device || t`Unknown device`
}
