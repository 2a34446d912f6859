import { Trans, useLingui } from '@lingui/react/macro'
import { formatDay } from '../../../shared/i18n/format'
import { formatChange } from '../../../shared/i18n/money'
import type { Line } from '../../../shared/money/transactions'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { statement } from '../statement'
import { useEntryText } from '../words'

/** What became of every credit, the latest first. */
export function Entries({ lines }: { lines: readonly Line[] }) {
  const { i18n } = useLingui()
  const entryText = useEntryText()
  const day = (at: Date) => formatDay(at, i18n.locale)
  return (
    <table className="entries">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">
            <Trans>What</Trans>
          </th>
          <th scope="col">
            <Trans>Credits</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {statement(lines, day).map(entry => (
          <tr key={entry.key}>
            <th scope="row">
              {entry.order && entry.kind !== 'bonus' ? (
                <AppLink to={paths.transaction(entry.order)}>{entryText(entry)}</AppLink>
              ) : (
                entryText(entry)
              )}
              <span className="row-about">{day(entry.at)}</span>
            </th>
            <td className={entry.credits > 0 ? 'entries-plus' : undefined}>
              {formatChange(entry.credits, i18n.locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
