import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../shared/settings/context'
import { write } from '../../shared/storage/store'
import { Button } from '../../ui/button'
import { Modal } from '../../ui/modal'
import { Spark } from '../../ui/spark'
import { SKIPPED_AT } from '../shell/entry-warning'

/** Asks a visitor, once, whether they are old enough. */
export default function EntryWarningModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { name, min_age: age } = useSettings()
  const enter = () => {
    write('local', SKIPPED_AT, Date.now())
    onClose()
  }
  return (
    <Modal title={t`For adults only`} size="sm">
      <Spark className="modal-spark" />
      <p>
        <Trans>{name} is a place for adults to meet. By going on you confirm your age.</Trans>
      </p>
      <div className="button-stack">
        <Button wide onClick={enter}>
          {t`${plural(age, { one: 'I am # year or older', other: 'I am # years or older' })}`}
        </Button>
        <Button wide look="quiet" onClick={() => location.replace('about:blank')}>
          <Trans>Leave this site</Trans>
        </Button>
      </div>
    </Modal>
  )
}
