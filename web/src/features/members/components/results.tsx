import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { paths } from '../../../shared/paths'
import type { Person } from '../../../shared/people/person'
import { Button } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { PeopleIcon } from '../../../ui/icons'
import { PersonCard, PersonCardSkeleton } from '../../../ui/person-card'
import { everybody, searchQuery } from '../api/search'
import { countFilters, type Filters, noFilters, type Rules } from '../filters'
import { More } from './more'

/** So many pages come by themselves, one after the other; then the foot of the page can be reached. */
const PAGES_IN_A_ROW = 4
/** Cards whose photos are fetched first. */
const IN_SIGHT = 6

type Props = { filters: Filters; rules: Rules; address: string; onChange: (part: Partial<Filters>) => void }

/** Who was found. */
export function Results({ filters, rules, address, onChange }: Props) {
  const { t } = useLingui()
  const query = useInfiniteQuery(searchQuery(filters, address))
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } = query
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (error && !data) {
    return <AskAgain failed={failureOfRpc(error)} busy={query.isRefetching} onAgain={refetch} />
  }
  if (!data) return <Waiting />
  const [first] = data.pages
  const people = everybody(data.pages)
  const similar = hasNextPage ? [] : (data.pages.at(-1)?.similar ?? [])
  return (
    <div className="results" aria-busy={isPlaceholderData}>
      <p className="results-count" role="status">
        {t`${plural(first?.total ?? 0, { one: '# member', other: '# members' })}`}
      </p>
      {people.length > 0 ? (
        <Grid people={people} />
      ) : (
        <Nobody filters={filters} rules={rules} onChange={onChange} />
      )}
      {error && !query.isFetching && (
        <AskAgain
          failed={failureOfRpc(error)}
          // A page that is lost comes again; a list that has become another one begins anew.
          onAgain={() => (failureOfRpc(error).reason === 'offline' ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !error && (
        <More
          busy={isFetchingNextPage}
          byItself={!isPlaceholderData && data.pages.length % PAGES_IN_A_ROW !== 0}
          onMore={onMore}
        />
      )}
      {similar.length > 0 && (
        <section className="similar" aria-labelledby="similar">
          <h2 id="similar">
            <Trans>Nearly what you look for</Trans>
          </h2>
          <p className="lead">
            <Trans>A little younger or older, or a region further.</Trans>
          </p>
          <Grid people={similar} />
        </section>
      )}
    </div>
  )
}

function Grid({ people }: { people: readonly Person[] }) {
  return (
    <ul className="person-grid">
      {people.map((person, at) => (
        <li key={person.id}>
          <PersonCard person={person} to={paths.member(person.id)} first={at < IN_SIGHT} />
        </li>
      ))}
    </ul>
  )
}

function Nobody({ filters, rules, onChange }: Omit<Props, 'address'>) {
  const { t } = useLingui()
  const filtered = countFilters(filters, rules) > 0
  return (
    <Empty
      icon={<PeopleIcon />}
      title={t`Nobody fits this search yet`}
      action={
        filtered && (
          <Button onClick={() => onChange(noFilters(rules))}>
            <Trans>Clear all filters</Trans>
          </Button>
        )
      }
    >
      {filtered ? (
        <Trans>Somebody may be just outside of it.</Trans>
      ) : (
        <Trans>New members come every day. Look again soon.</Trans>
      )}
    </Empty>
  )
}

function Waiting() {
  return (
    <div className="results" aria-busy="true">
      <p className="results-count">&nbsp;</p>
      <div className="person-grid">
        {Array.from({ length: 12 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike
          <PersonCardSkeleton key={at} />
        ))}
      </div>
    </div>
  )
}
