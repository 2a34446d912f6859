import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import type { Failure } from '../../../shared/failures/reasons'
import { useFailureText } from '../../../shared/failures/text'
import { useAttributeTexts, useSoughtTexts } from '../../../shared/people/attribute-texts'
import { interestsQuery } from '../../../shared/people/interests'
import { type OwnProfile, ownProfileQuery } from '../../../shared/people/own-profile'
import type { GenderWord } from '../../../shared/people/person'
import { keys } from '../../../shared/query/keys'
import { useSettings } from '../../../shared/settings/context'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { Chips } from '../../../ui/chips'
import { Choices } from '../../../ui/choices'
import { SelectField } from '../../../ui/field'
import { toast } from '../../../ui/toast'
import { updateProfile } from '../api/update-profile'
import {
  type Draft,
  draftOf,
  type Fields,
  fieldsOf,
  isEmpty,
  keepDraft,
  readDraft,
  withDraft,
  withoutSent,
} from '../draft'
import { AboutField } from './about-field'
import { Section } from './section'

const MOST_INTERESTS = 12

/** What of the form a refusal is about. */
function partOf(failed: Failure | null): 'about' | 'interests' | 'seeking' | null {
  if (failed?.reason === 'too_many_interests') return 'interests'
  if (failed?.reason === 'seeking_missing') return 'seeking'
  const field = failed?.details.field
  return field === 'about' ? 'about' : null
}

/**
 * Words about oneself, attributes, whom one looks for, interests. Saved by the button; until then it is kept in
 * this browser, so that neither an error nor a reload loses it.
 */
export function AboutMe({ profile, memberId }: { profile: OwnProfile; memberId: string }) {
  const { t, i18n } = useLingui()
  const textOf = useFailureText()
  const texts = useAttributeTexts()
  const sought = useSoughtTexts()
  const asksInterests = useSettings().visible_profile_fields.includes('interests')
  const { data: interests = [] } = useQuery({ ...interestsQuery(i18n.locale), enabled: asksInterests })
  const { fields, draft, set, save, discard } = useDraft(profile, memberId)
  const failed = save.error ? failureOfRpc(save.error) : null
  const part = partOf(failed)
  const errorAt = (wanted: typeof part) => (failed && part === wanted ? textOf(failed) : undefined)
  const seekingError = fields.seeking.length === 0 ? t`Choose whom you would like to meet.` : undefined
  const seekings = (['woman', 'man', 'nonbinary'] as const).map(value => ({ value, label: sought[value] }))
  const dirty = !isEmpty(draft)
  return (
    <Section id="about" title={t`About me`}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (dirty && !seekingError) save.mutate(draft)
        }}
      >
        <AboutField value={fields.about} error={errorAt('about')} onChange={about => set({ about })} />
        <Choices<GenderWord>
          many
          name="own-seeking"
          legend={t`I would like to meet`}
          options={seekings}
          value={fields.seeking}
          error={seekingError}
          onChange={seeking => set({ seeking })}
        />
        <div className="attribute-grid">
          {profile.choices.map(({ field, values }) => (
            <SelectField
              key={field}
              label={texts.field(field)}
              name={field}
              options={[
                { value: '', label: t`Not told` },
                ...values.map(value => ({ value, label: texts.value(field, value) })),
              ]}
              value={fields.attributes[field] ?? ''}
              onChange={value => set({ attributes: { ...fields.attributes, [field]: value } })}
            />
          ))}
        </div>
        {asksInterests && (
          <div id="interests">
            <Chips
              legend={t`Interests`}
              hint={t`Up to ${MOST_INTERESTS}. Others find you by them.`}
              name="own-interests"
              most={MOST_INTERESTS}
              error={errorAt('interests')}
              options={interests.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={fields.interests}
              onChange={slugs => set({ interests: slugs })}
            />
          </div>
        )}
        {failed && part === null && <Alert tone="danger">{textOf(failed)}</Alert>}
        <div className="save-bar" data-dirty={dirty || undefined}>
          <p role="status">
            {dirty ? <Trans>You have changes that are not saved.</Trans> : <Trans>All is saved.</Trans>}
          </p>
          {dirty && (
            <Button look="quiet" size="sm" disabled={save.isPending} onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" size="sm" busy={save.isPending} disabled={!dirty}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** The form upon the profile: what differs is the draft. */
function useDraft(profile: OwnProfile, memberId: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [stored, setStored] = useState(() => readDraft(memberId))
  const saved = fieldsOf(profile)
  const fields = withDraft(saved, stored)
  const draft = draftOf(fields, saved)
  const keep = (next: Draft) => {
    setStored(next)
    keepDraft(memberId, next)
  }
  const save = useMutation({
    mutationFn: updateProfile,
    onSuccess: (after, sent) => {
      client.setQueryData(ownProfileQuery().queryKey, after)
      // What was changed while it was on its way stays a draft.
      keep(withoutSent(readDraft(memberId), sent))
      toast(t`Your profile is saved`)
      void client.invalidateQueries({ queryKey: keys.people() })
    },
  })
  const set = (part: Partial<Fields>) => {
    save.reset()
    keep(draftOf({ ...fields, ...part }, saved))
  }
  const discard = () => {
    save.reset()
    keep({})
  }
  return { fields, draft, set, save, discard }
}
