import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { useFailureText } from '../../../shared/failures/text'
import { type OwnProfile, ownProfileQuery } from '../../../shared/people/own-profile'
import { Alert } from '../../../ui/alert'
import { SwitchRow } from '../../../ui/field'
import { setInvisible } from '../api/invisible'
import { Section } from './section'

/** Whether others find the member. */
export function Visibility({ profile }: { profile: OwnProfile }) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { queryKey } = ownProfileQuery()
  const change = useMutation({
    scope: { id: 'invisible' },
    mutationFn: setInvisible,
    onMutate: async invisible => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, old => old && { ...old, invisible })
      return () => client.setQueryData(queryKey, old => old && { ...old, invisible: !invisible })
    },
    onError: (_error, _invisible, undo) => undo?.(),
  })
  return (
    <Section id="visibility" title={t`Who finds me`}>
      {change.error && <Alert tone="danger">{textOf(failureOfRpc(change.error))}</Alert>}
      <SwitchRow
        label={t`Invisible`}
        hint={t`Nobody finds you by searching. Whom you like or write to still sees you.`}
        checked={profile.invisible}
        onChange={invisible => change.mutateAsync(invisible)}
      />
    </Section>
  )
}
