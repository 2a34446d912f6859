import { startTransition, useOptimistic, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSettings } from '../../shared/settings/context'
import { type Filters, type Rules, readFilters, writeFilters } from './filters'

/**
 * The filters of the address, which is where they live. The router changes the address in a transition: until that is
 * done the chosen filters stand in for those of the address, so that a box stays as it was clicked.
 */
export function useFilters({ visitor }: { visitor: boolean }) {
  const settings = useSettings()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const rules: Rules = {
    minAge: settings.min_age,
    countries: settings.countries,
    // Visitors do not see what is told in these, so they do not search by it either.
    searchFields: visitor ? [] : settings.search_fields,
    fictional: settings.fictional_enabled,
  }
  const [filters, show] = useOptimistic(readFilters(search, rules))
  const onTheWay = useRef<Filters | null>(null)
  const change = (part: Partial<Filters>) => {
    // Two changes may come before the page is drawn again: the second goes on with the first.
    const next = { ...(onTheWay.current ?? filters), ...part }
    onTheWay.current = next
    startTransition(async () => {
      show(next)
      await navigate(`?${writeFilters(next, rules)}`, { replace: true, preventScrollReset: true })
      if (onTheWay.current === next) onTheWay.current = null
    })
  }
  return { filters, rules, address: writeFilters(filters, rules).toString(), change }
}
