import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sortedCountries } from '../../../shared/i18n/format'
import { FIELD_WORDS, useAttributeTexts, useSoughtTexts } from '../../../shared/people/attribute-texts'
import { interestsQuery } from '../../../shared/people/interests'
import type { GenderWord } from '../../../shared/people/person'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { AgeRange } from '../../../ui/age-range'
import { Button } from '../../../ui/button'
import { Chips } from '../../../ui/chips'
import { SelectField, SwitchRow } from '../../../ui/field'
import { regionsQuery } from '../api/regions'
import { attributeFields, countFilters, type Filters, noFilters, OLDEST, type Rules } from '../filters'

type Props = { filters: Filters; rules: Rules; onChange: (part: Partial<Filters>) => void }

/** Everything a search can ask for. Each change searches at once. */
export function FilterForm({ filters, rules, onChange }: Props) {
  const { t } = useLingui()
  const sought = useSoughtTexts()
  const { data: user } = useQuery(userQuery())
  const genders: { value: '' | GenderWord; label: string }[] = [
    { value: '', label: user ? t`As in my profile` : t`Everybody` },
    { value: 'woman', label: sought.woman },
    { value: 'man', label: sought.man },
    { value: 'nonbinary', label: sought.nonbinary },
  ]
  const theirs = [{ value: '' as const, label: user ? t`Somebody like me` : t`Everybody` }, ...genders.slice(1)]
  return (
    <form className="filters" onSubmit={event => event.preventDefault()}>
      <SelectField
        label={t`Show me`}
        name="gender"
        options={genders}
        value={filters.gender ?? ''}
        onChange={word => onChange({ gender: genders.find(({ value }) => value === word)?.value || null })}
      />
      <SelectField
        label={t`Who look for`}
        name="sought"
        options={theirs}
        value={filters.sought ?? ''}
        onChange={word => onChange({ sought: theirs.find(({ value }) => value === word)?.value || null })}
      />
      <AgeRange
        legend={t`Age`}
        labels={{ min: t`Youngest age`, max: t`Oldest age` }}
        within={{ min: rules.minAge, max: OLDEST }}
        min={filters.minAge}
        max={filters.maxAge}
        onChange={({ min, max }) => onChange({ minAge: min, maxAge: max })}
      />
      <PlaceFilters filters={filters} rules={rules} onChange={onChange} />
      <SwitchRow
        label={t`Only with a photo`}
        checked={filters.withPhoto}
        onChange={withPhoto => onChange({ withPhoto })}
      />
      <MoreFilters filters={filters} rules={rules} onChange={onChange} />
      {countFilters(filters, rules) > 0 && (
        <Button look="quiet" size="sm" onClick={() => onChange(noFilters(rules))}>
          <Trans>Clear all filters</Trans>
        </Button>
      )}
    </form>
  )
}

function PlaceFilters({ filters, rules, onChange }: Props) {
  const { t, i18n } = useLingui()
  const { data: user } = useQuery(userQuery())
  const own = rules.countries.find(code => code === user?.profile.country) ?? rules.countries[0] ?? ''
  const country = filters.country || own
  const { data: regions = [] } = useQuery(regionsQuery(country))
  return (
    <>
      {rules.countries.length > 1 && (
        <SelectField
          label={t`Country`}
          name="country"
          options={sortedCountries(rules.countries, i18n.locale).map(({ code, name }) => ({
            value: code,
            label: name,
          }))}
          value={country}
          onChange={code => onChange({ country: code === own ? '' : code, region: 0 })}
        />
      )}
      <SelectField
        label={t`Region`}
        name="region"
        options={[
          { value: '0', label: t`All regions` },
          ...regions.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={regions.some(({ id }) => id === filters.region) ? String(filters.region) : '0'}
        onChange={id => onChange({ region: Number(id) })}
      />
    </>
  )
}

/** What the site's `search_fields` add. */
function MoreFilters({ filters, rules, onChange }: Props) {
  const { t, i18n } = useLingui()
  const texts = useAttributeTexts()
  const { fictional_plural: fictional } = useSettings()
  const withInterests = rules.searchFields.includes('interests')
  const { data: interests = [] } = useQuery({ ...interestsQuery(i18n.locale), enabled: withInterests })
  return (
    <>
      {attributeFields(rules).map(field => {
        const chosen = filters.attributes[field] ?? []
        return (
          <Fold key={field} title={texts.field(field)} on={chosen.length}>
            <Chips
              hideLegend
              legend={texts.field(field)}
              name={field}
              options={(FIELD_WORDS[field] ?? []).map(word => ({
                value: word,
                label: texts.value(field, word),
              }))}
              value={chosen}
              onChange={words => onChange({ attributes: { ...filters.attributes, [field]: words } })}
            />
          </Fold>
        )
      })}
      {withInterests && (
        <Fold title={t`Interests`} on={filters.interests.length}>
          <Chips
            hideLegend
            legend={t`Interests`}
            hint={t`Whom you find has all of them.`}
            name="interests"
            most={12}
            options={interests.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={filters.interests}
            onChange={slugs => onChange({ interests: slugs })}
          />
        </Fold>
      )}
      {rules.fictional && (
        <SwitchRow
          label={fictional ? t`Also show ${fictional}` : t`Also show fictional profiles`}
          hint={t`They are run by the company and always labelled.`}
          checked={filters.withFictional}
          onChange={withFictional => onChange({ withFictional })}
        />
      )}
    </>
  )
}

/** A part that is closed until it is wanted; open from the beginning when something in it is on. */
function Fold({ title, on, children }: { title: string; on: number; children: ReactNode }) {
  const [open] = useState(on > 0)
  return (
    <details className="filter-more" open={open}>
      <summary>
        {title}
        {on > 0 && <span className="count">{on}</span>}
      </summary>
      {children}
    </details>
  )
}
