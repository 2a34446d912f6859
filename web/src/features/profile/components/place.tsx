import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { failureOfPhp } from '../../../shared/failures/of-php'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { type Failure, failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { countryName, sortedCountries } from '../../../shared/i18n/format'
import { type OwnProfile, ownProfileQuery } from '../../../shared/people/own-profile'
import { keys } from '../../../shared/query/keys'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { ComboBox } from '../../../ui/combo-box'
import { SelectField } from '../../../ui/field'
import { PinIcon } from '../../../ui/icons'
import { toast } from '../../../ui/toast'
import { type City, citiesQuery, type Geocode, geocode, type RoughPoint, setCity, setPoint } from '../api/place'
import { askPosition, NoPosition } from '../rough-point'
import { Section } from './section'

type Found = { point: RoughPoint; place: Geocode }

/** Where the member lives: a city from the list, or where the device is. Saved by a button. */
export function Place({ profile }: { profile: OwnProfile }) {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { city, region, country } = profile.person
  const save = useMutation({
    mutationFn: (where: City | RoughPoint) => ('id' in where ? setCity(where.id) : setPoint(where)),
    onSuccess: after => {
      client.setQueryData(ownProfileQuery().queryKey, after)
      toast(t`Your place is saved`)
      void client.invalidateQueries({ queryKey: keys.people() })
      void client.invalidateQueries({ queryKey: keys.user() })
    },
  })
  return (
    <Section
      id="place"
      title={t`Where I live`}
      intro={<Trans>Others see your city and about how far away you are, never the exact place.</Trans>}
    >
      <p className="place-now">
        <PinIcon />
        <strong>{city || <Trans>No city chosen yet</Trans>}</strong>
        <span>{[region, country && countryName(country, i18n.locale)].filter(Boolean).join(', ')}</span>
      </p>
      {save.error && <Alert tone="danger">{textOf(failureOfRpc(save.error))}</Alert>}
      <CityChoice country={country} saving={save.isPending} onSave={where => save.mutateAsync(where)} />
      <Here saving={save.isPending} onSave={where => save.mutateAsync(where)} />
    </Section>
  )
}

type ChoiceProps = { country: string; saving: boolean; onSave: (city: City) => Promise<unknown> }

function CityChoice({ country: own, saving, onSave }: ChoiceProps) {
  const { t, i18n } = useLingui()
  const { countries } = useSettings()
  const [country, setCountry] = useState(countries.includes(own) ? own : (countries[0] ?? ''))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<City | null>(null)
  const prefix = useDeferredValue(text.trim())
  const textOf = useFailureText()
  const asked = prefix !== '' && chosen === null
  const { data, error } = useQuery({ ...citiesQuery(country, prefix), enabled: asked })
  const cities = (asked && data) || []
  const none = asked && data?.length === 0
  const reset = () => {
    setText('')
    setChosen(null)
  }
  return (
    <form
      className="place-form"
      onSubmit={event => {
        event.preventDefault()
        // What went wrong is told above; the choice stays.
        if (chosen) onSave(chosen).then(reset, () => undefined)
      }}
    >
      {countries.length > 1 && (
        <SelectField
          label={t`Country`}
          name="place-country"
          options={sortedCountries(countries, i18n.locale).map(({ code, name }) => ({
            value: code,
            label: name,
          }))}
          value={country}
          onChange={code => {
            setCountry(code)
            reset()
          }}
        />
      )}
      <ComboBox
        label={t`City`}
        placeholder={t`Type the first letters`}
        value={text}
        onType={next => {
          setText(next)
          setChosen(null)
        }}
        options={cities.map(each => ({ id: String(each.id), name: each.name, about: each.region }))}
        onChoose={({ id, name }) => {
          setText(name)
          setChosen(cities.find(each => String(each.id) === id) ?? null)
        }}
        status={none ? t`No city begins with this.` : cities.length > 0 ? t`Choose from the list.` : ''}
        error={asked && error && !data ? textOf(failureOfRpc(error)) : undefined}
        {...(none && { hint: t`No city begins with this.` })}
      />
      <Button type="submit" look="secondary" busy={saving} disabled={chosen === null}>
        <Trans>Save this city</Trans>
      </Button>
    </form>
  )
}

/** Asks the browser only when it is pressed; the position leaves it rounded. */
function Here({ saving, onSave }: { saving: boolean; onSave: (point: RoughPoint) => Promise<unknown> }) {
  const { i18n } = useLingui()
  const textOf = useFailureText()
  const look = useMutation({
    mutationFn: async (): Promise<Found> => {
      const point = await askPosition()
      return { point, place: await geocode(point) }
    },
  })
  const { countries } = useSettings()
  const found = look.data
  const abroad = found && !countries.includes(found.place.country)
  return (
    <div className="place-here">
      {look.error && <Alert tone="warning">{textOf(whyNot(look.error))}</Alert>}
      {found && !abroad && (
        <Alert
          tone="info"
          action={
            <Button
              size="sm"
              busy={saving}
              onClick={() => void onSave(found.point).then(look.reset, () => undefined)}
            >
              <Trans>Use this place</Trans>
            </Button>
          }
        >
          <Trans>
            You seem to be near <strong>{found.place.city}</strong>.
          </Trans>
        </Alert>
      )}
      {found && abroad && (
        <Alert tone="warning">
          <Trans>
            You seem to be in {countryName(found.place.country, i18n.locale)}. This site is not there yet;
            choose a city instead.
          </Trans>
        </Alert>
      )}
      {!found && (
        <Button look="quiet" size="sm" busy={look.isPending} onClick={() => look.mutate()}>
          <PinIcon />
          <Trans>Use where I am</Trans>
        </Button>
      )}
    </div>
  )
}

function whyNot(error: Error): Failure {
  if (error instanceof NoPosition) return error.failed
  const failed = failureOfPhp(error)
  return failed.reason === 'place_unknown' ? failure('place_not_found') : failed
}
