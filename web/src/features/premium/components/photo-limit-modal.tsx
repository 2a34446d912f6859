import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ALLOWANCES } from '../../../shared/money/allowances'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Modal } from '../../../ui/modal'

/** A free member has as many photos as there may be. */
export default function PhotoLimitModal({ limit, onClose }: { limit: number; onClose: () => void }) {
  const { t } = useLingui()
  const { premiumPhotos } = ALLOWANCES
  return (
    <Modal title={t`Your photos are complete`} size="md" onClose={onClose}>
      <p>
        {t`${plural(limit, { one: 'As a free member you can show # photo.', other: 'As a free member you can show # photos.' })}`}{' '}
        <Trans>Premium members show up to {premiumPhotos}. You can also remove one to make room.</Trans>
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
