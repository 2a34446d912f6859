import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { changeLikes, without } from '../../../shared/people/likes'
import { keys } from '../../../shared/query/keys'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Modal } from '../../../ui/modal'
import { toast } from '../../../ui/toast'
import { block } from '../api/block'

type Props = { memberId: string; name: string; onClose: () => void }

/** Says what a block does, and does it. */
export default function BlockModal({ memberId, name, onClose }: Props) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => block(memberId),
    onSuccess: async () => {
      changeLikes(client, likes => without(likes, memberId))
      toast(t`You have blocked ${name}`)
      onClose()
      await Promise.all(
        [keys.people(), keys.likes(), keys.chats()].map(queryKey => client.invalidateQueries({ queryKey })),
      )
    },
  })
  return (
    <Modal title={t`Block ${name}?`} size="md" onClose={isPending ? undefined : onClose}>
      {error && <Alert tone="danger">{textOf(failureOfRpc(error))}</Alert>}
      <ul className="plain-list">
        <li>
          <Trans>You no longer see each other anywhere on this site, from now on.</Trans>
        </li>
        <li>
          <Trans>Neither of you can write to the other. What was written stays readable.</Trans>
        </li>
        <li>
          <Trans>A like between you ends. {name} is not told that it was you.</Trans>
        </li>
        <li>
          <Trans>You can take it back at any time under My profile.</Trans>
        </li>
      </ul>
      <div className="button-row button-row--end">
        <Button look="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button look="danger" busy={isPending} onClick={() => mutate()}>
          <Trans>Block</Trans>
        </Button>
      </div>
    </Modal>
  )
}
