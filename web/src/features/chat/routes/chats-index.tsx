import { Trans, useLingui } from '@lingui/react/macro'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { Empty } from '../../../ui/empty'
import { ChatIcon } from '../../../ui/icons'

/** Beside the overview while no conversation is open. */
export default function ChatsIndex() {
  const { t } = useLingui()
  usePageTitle(t`Messages`)
  return (
    <div className="conversation conversation--none">
      <Empty icon={<ChatIcon />} title={t`Choose a conversation`}>
        <Trans>What you write stays between the two of you.</Trans>
      </Empty>
    </div>
  )
}
