import { Trans, useLingui } from '@lingui/react/macro'
import type { PremiumThing } from '../../../shared/modals/money'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Modal } from '../../../ui/modal'

/** Something is for premium members. */
export default function PremiumOnlyModal({ thing, onClose }: { thing: PremiumThing; onClose: () => void }) {
  const { t } = useLingui()
  const sentences: Record<PremiumThing, string> = {
    photos: t`Premium members see all photos.`,
    conversations: t`Premium members start as many conversations as they like.`,
    invisible: t`Premium members can look around unseen.`,
    other: t`This is for premium members.`,
  }
  return (
    <Modal title={t`For premium members`} size="md" onClose={onClose}>
      <p>{sentences[thing]}</p>
      <p>
        <Trans>Premium comes with your first credits and stays. There is no subscription.</Trans>
      </p>
      <div className="button-row button-row--end">
        <Button look="quiet" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <AppLink className={buttonClass('primary')} to={paths.premium} onClick={onClose}>
          <Trans>What premium brings</Trans>
        </AppLink>
      </div>
    </Modal>
  )
}
