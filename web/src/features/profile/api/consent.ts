import { ConsentKind } from '../../../gen/vonk/accounts/v1/accounts_pb'
import { rpc } from '../../../shared/rpc/clients'
import { tracking } from '../../../shared/tracking/memory'

/** Gives or withdraws consent to keep where the member came from. Withdrawing erases the record. */
export function setTrackingConsent(granted: boolean) {
  const record = tracking()
  return rpc.accounts.setConsent({
    kind: ConsentKind.TRACKING,
    granted,
    ...(granted && record && { tracking: record }),
  })
}
