import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { relationQuery } from '../../../shared/people/relation'
import { useUnblock } from '../../../shared/people/use-unblock'
import { keys } from '../../../shared/query/keys'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { LockIcon } from '../../../ui/icons'

type Props = { peer: string; name: string; fictional: boolean }

/** Stands where one would write; says why when it was the member's own doing, or nobody's. */
export default function ReadOnlyNote({ peer, name, fictional }: Props) {
  const textOf = useFailureText()
  const client = useQueryClient()
  const { data: relation } = useQuery({ ...relationQuery(peer), retry: false })
  const { mutate, isPending, error } = useUnblock()
  const unblock = () =>
    mutate(peer, {
      onSuccess: () => void client.invalidateQueries({ queryKey: keys.conversation(peer) }),
    })
  return (
    <div className="composer composer--closed" role="status">
      {error && <Alert tone="danger">{textOf(failureOfRpc(error))}</Alert>}
      <p>
        <LockIcon />
        {relation?.blocked ? (
          <Trans>You have blocked {name}.</Trans>
        ) : fictional ? (
          <Trans>This profile is fictional, so nobody would read more. Nothing is sold for it.</Trans>
        ) : (
          <Trans>Nobody can write here any more.</Trans>
        )}
      </p>
      {relation?.blocked && (
        <Button look="quiet" size="sm" busy={isPending} onClick={unblock}>
          <Trans>Unblock</Trans>
        </Button>
      )}
    </div>
  )
}
