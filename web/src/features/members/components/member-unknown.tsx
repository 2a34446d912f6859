import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { paths } from '../../../shared/paths'
import { relationQuery } from '../../../shared/people/relation'
import { useUnblock } from '../../../shared/people/use-unblock'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { BlockIcon, PersonIcon } from '../../../ui/icons'

/** Nobody to be seen here: gone, or never there, or a block stands between. Only one's own block is told. */
export function MemberUnknown({ id, visitor }: { id: string; visitor: boolean }) {
  const { t } = useLingui()
  const { data: relation } = useQuery({ ...relationQuery(id), enabled: !visitor })
  usePageTitle(t`This profile is not available.`)
  if (relation?.blocked) return <Blocked id={id} />
  return (
    <div className="page page--narrow">
      <Empty
        level="h1"
        icon={<PersonIcon />}
        title={t`This profile is not available.`}
        action={
          <AppLink className={buttonClass('primary')} to={paths.members}>
            <Trans>Look at members</Trans>
          </AppLink>
        }
      >
        <Trans>Members come and go. There are others to get to know.</Trans>
      </Empty>
    </div>
  )
}

function Blocked({ id }: { id: string }) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const { mutate, isPending, error } = useUnblock()
  return (
    <div className="page page--narrow">
      {error && <Alert tone="danger">{textOf(failureOfRpc(error))}</Alert>}
      <Empty
        level="h1"
        icon={<BlockIcon />}
        title={t`You have blocked this member`}
        action={
          <Button busy={isPending} onClick={() => mutate(id)}>
            <Trans>Unblock</Trans>
          </Button>
        }
      >
        <Trans>You do not see each other. After unblocking you can meet again.</Trans>
      </Empty>
    </div>
  )
}
