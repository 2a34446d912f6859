import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ALLOWANCES } from '../../../shared/money/allowances'
import { CheckIcon } from '../../../ui/icons'

/** What everybody may do, and what premium adds. */
export function Compare() {
  const { t } = useLingui()
  const { freePhotos, premiumPhotos, freeConversations, freeMessages } = ALLOWANCES
  const yes = (
    <>
      <CheckIcon />
      <span className="visually-hidden">{t`Yes`}</span>
    </>
  )
  const upTo = (count: number) => t`up to ${count}`
  const no = <span className="compare-no">{t`No`}</span>
  return (
    <table className="compare">
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Trans>Free</Trans>
          </th>
          <th scope="col">
            <Trans>Premium</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        <Row what={t`Search, look at profiles, like and match`} free={yes} premium={yes} />
        <Row what={t`Read everything you receive`} free={yes} premium={yes} />
        <Row what={t`Photos of yourself`} free={upTo(freePhotos)} premium={upTo(premiumPhotos)} />
        <Row what={t`All photos of others`} free={no} premium={yes} />
        <Row what={t`Conversations you can start`} free={freeConversations} premium={t`no limit`} />
        <Row
          what={t`Messages`}
          free={t`${plural(freeMessages, { one: '# free in each', other: '# free in each' })}`}
          premium={t`with credits`}
        />
        <Row what={t`Block, report, withdraw, take your data, leave`} free={yes} premium={yes} />
      </tbody>
    </table>
  )
}

function Row({ what, free, premium }: { what: string; free: ReactNode; premium: ReactNode }) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{free}</td>
      <td>{premium}</td>
    </tr>
  )
}
