import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { formatDay } from '../../../shared/i18n/format'
import { useUnblock } from '../../../shared/people/use-unblock'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { BlockIcon } from '../../../ui/icons'
import { Skeleton } from '../../../ui/skeleton'
import { blockedQuery } from '../api/blocked'
import { Section } from './section'

/** Whom the member has blocked, and the way back. */
export default function BlockedMembers() {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const { data: blocked, error } = useQuery(blockedQuery())
  const unblock = useUnblock()
  const failed = error ?? unblock.error
  return (
    <Section id="blocked" title={t`Blocked members`}>
      {failed && <Alert tone="danger">{textOf(failureOfRpc(failed))}</Alert>}
      {!blocked && !error && <Skeleton lines={2} />}
      {blocked?.length === 0 && (
        <p className="section-intro">
          <Trans>You have blocked nobody.</Trans>
        </p>
      )}
      {blocked && blocked.length > 0 && (
        <ul className="sessions">
          {blocked.map(({ id, name, since }) => {
            const shown = name || t`Deleted member`
            const day = since && formatDay(since, i18n.locale)
            return (
              <li key={id}>
                <BlockIcon />
                <div>
                  <strong>{shown}</strong>
                  {day && (
                    <span className="field-hint">
                      <Trans>since {day}</Trans>
                    </span>
                  )}
                </div>
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={t`Unblock ${shown}`}
                  busy={unblock.isPending && unblock.variables === id}
                  onClick={() => unblock.mutate(id)}
                >
                  <Trans>Unblock</Trans>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
