import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button'
import { Modal } from '../../../ui/modal'
import { searchQuery } from '../api/search'
import type { Filters, Rules } from '../filters'
import { FilterForm } from './filter-form'

type Props = {
  filters: Filters
  rules: Rules
  onChange: (part: Partial<Filters>) => void
  address: string
  onClose: () => void
}

/** The filters over the page of a phone; its button tells how many are found and shows them. */
export default function FilterSheet({ filters, rules, address, onChange, onClose }: Props) {
  const { t } = useLingui()
  const { data, isPlaceholderData, isFetching } = useInfiniteQuery(searchQuery(filters, address))
  const known = data !== undefined && !isPlaceholderData
  const total = data?.pages[0]?.total ?? 0
  return (
    <Modal title={t`Filters`} onClose={onClose}>
      <FilterForm filters={filters} rules={rules} onChange={onChange} />
      <div className="sheet-foot">
        <Button wide busy={!known && isFetching} onClick={onClose}>
          {known || isFetching
            ? t`${plural(total, { one: 'Show # member', other: 'Show # members' })}`
            : // The search failed, which is told on the page below.
              t`Close`}
        </Button>
      </div>
    </Modal>
  )
}
