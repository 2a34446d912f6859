import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useIsPhone } from '../../../shared/a11y/media'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { needsActivationReminder } from '../../../shared/session/reminder'
import { userQuery } from '../../../shared/session/user'
import { Button } from '../../../ui/button'
import { FilterIcon } from '../../../ui/icons'
import { FilterForm } from '../components/filter-form'
import { Results } from '../components/results'
import { countFilters } from '../filters'
import { useFilters } from '../use-filters'

// Only for some members, and not for long: the page does without their code.
const ActivationReminder = lazy(() => import('../components/activation-reminder'))
const EnrichProfile = lazy(() => import('../components/enrich-profile'))
const FilterSheet = lazy(() => import('../components/filter-sheet'))

/** Search: filters beside the cards, or in a sheet on a phone. */
export default function Members() {
  const { t } = useLingui()
  usePageTitle(t`Members`)
  const { data: user } = useQuery(userQuery())
  const search = useFilters({ visitor: user === null })
  const phone = useIsPhone()
  return (
    <div className="page members">
      {user && (
        <Suspense fallback={null}>
          {needsActivationReminder(user) && <ActivationReminder />}
          <EnrichProfile userId={user.id} />
        </Suspense>
      )}
      <div className="members-head">
        <h1>
          <Trans>Members</Trans>
        </h1>
        {phone && <PhoneFilters {...search} />}
      </div>
      <div className="members-columns">
        {!phone && (
          <aside className="filter-rail" aria-label={t`Filters`}>
            <FilterForm filters={search.filters} rules={search.rules} onChange={search.change} />
          </aside>
        )}
        <Results {...search} onChange={search.change} />
      </div>
    </div>
  )
}

function PhoneFilters({ filters, rules, address, change }: ReturnType<typeof useFilters>) {
  const [open, setOpen] = useState(false)
  const on = countFilters(filters, rules)
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
        <FilterIcon />
        <Trans>Filters</Trans>
        {on > 0 && <span className="count">{on}</span>}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet
            filters={filters}
            rules={rules}
            address={address}
            onChange={change}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
