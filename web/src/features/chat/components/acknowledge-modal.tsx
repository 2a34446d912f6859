import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { chat } from '../../../shared/rpc/chat'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Modal } from '../../../ui/modal'
import { openOutbox } from '../outbox/open'

/** Before the first credit goes to a profile that the company runs, the member reads what that is. */
export default function AcknowledgeModal({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const { fictional_warning: warning } = useSettings()
  const client = useQueryClient()
  const { data: user } = useQuery(userQuery())
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => chat.acknowledgeFictional({}),
    onSuccess: () => {
      if (user) openOutbox(client, user.id).retry(memberId)
      onClose()
    },
  })
  return (
    <Modal title={t`This profile is fictional`} onClose={onClose}>
      <p>{warning}</p>
      <p>
        <Trans>You will never meet the person you write to here. Your credits are spent all the same.</Trans>
      </p>
      {error && <Alert tone="danger">{textOf(failureOfRpc(error))}</Alert>}
      <div className="button-row button-row--end">
        <Button look="quiet" onClick={onClose}>
          <Trans>Do not send</Trans>
        </Button>
        <Button busy={isPending} onClick={() => mutate()}>
          <Trans>I understand, send it</Trans>
        </Button>
      </div>
    </Modal>
  )
}
