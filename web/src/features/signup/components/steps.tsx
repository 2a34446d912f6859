import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useFailureText } from '../../../shared/failures/text'
import { PASSWORD_MIN } from '../../../shared/forms/schemas'
import { sortedCountries } from '../../../shared/i18n/format'
import { paths } from '../../../shared/paths'
import type { GenderWord } from '../../../shared/people/person'
import { useWayBack } from '../../../shared/session/way-back'
import { useSettings } from '../../../shared/settings/context'
import { tracking } from '../../../shared/tracking/memory'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { BirthDateField } from '../../../ui/birth-date-field'
import { Choices } from '../../../ui/choices'
import { CheckField, PasswordField, SelectField, TextField } from '../../../ui/field'
import type { Field } from '../flow'
import type { SignUp } from '../use-sign-up'

type Props = Pick<SignUp, 'flow' | 'dispatch'> & { onLeave: () => void }

/** The text of a field's failure. */
function useErrorOf(flow: SignUp['flow']) {
  const textOf = useFailureText()
  return (field: Field): string | undefined => {
    const failed = flow.errors[field]
    return failed && textOf(failed)
  }
}

export function WhoStep({ flow, dispatch }: Props) {
  const { t } = useLingui()
  const errorOf = useErrorOf(flow)
  const own: { value: GenderWord; label: string }[] = [
    { value: 'woman', label: t`Woman` },
    { value: 'man', label: t`Man` },
    { value: 'nonbinary', label: t`Non-binary` },
  ]
  const sought: { value: GenderWord; label: string }[] = [
    { value: 'woman', label: t`Women` },
    { value: 'man', label: t`Men` },
    { value: 'nonbinary', label: t`Non-binary people` },
  ]
  return (
    <>
      <Choices
        many={false}
        name="gender"
        legend={t`I am`}
        options={own}
        value={flow.draft.gender}
        error={errorOf('gender')}
        onChange={gender => dispatch({ kind: 'draft', change: { gender } })}
      />
      <Choices
        many
        name="seeking"
        legend={t`I would like to meet`}
        hint={t`You can choose several.`}
        options={sought}
        value={flow.draft.seeking}
        error={errorOf('seeking')}
        onChange={seeking => dispatch({ kind: 'draft', change: { seeking } })}
      />
    </>
  )
}

export function BirthStep({ flow, dispatch }: Props) {
  const { t, i18n } = useLingui()
  const { countries } = useSettings()
  const errorOf = useErrorOf(flow)
  const options = sortedCountries(countries, i18n.locale).map(({ code, name }) => ({
    value: code,
    label: name,
  }))
  return (
    <>
      <BirthDateField
        legend={t`Date of birth`}
        labels={{ day: t`Day`, month: t`Month`, year: t`Year` }}
        hint={t`Others see your age, never your date of birth.`}
        locale={i18n.locale}
        value={flow.draft.birth}
        error={errorOf('birth')}
        onChange={birth => dispatch({ kind: 'draft', change: { birth } })}
      />
      <SelectField
        label={t`Country`}
        autoComplete="country"
        empty={t`Choose`}
        options={options}
        value={flow.draft.country}
        error={errorOf('country')}
        onChange={country => dispatch({ kind: 'draft', change: { country } })}
      />
    </>
  )
}

export function AccountStep({ flow, dispatch, onLeave }: Props) {
  const { t } = useLingui()
  const { login } = useWayBack()
  const errorOf = useErrorOf(flow)
  return (
    <>
      {flow.errors.email?.reason === 'email_taken' && (
        <Alert
          tone="info"
          action={
            <AppLink to={login} onClick={onLeave}>
              <Trans>Log in</Trans>
            </AppLink>
          }
        >
          <Trans>Is it yours? Then log in.</Trans>
        </Alert>
      )}
      {flow.errors.email?.reason === 'email_deleted' && (
        <Alert
          tone="info"
          action={
            <AppLink to={paths.page('service')} onClick={onLeave}>
              <Trans>Support</Trans>
            </AppLink>
          }
        >
          <Trans>Is the mail gone? We can help.</Trans>
        </Alert>
      )}
      <TextField
        label={t`E-mail address`}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        hint={t`Only for you and us. Nobody else sees it.`}
        value={flow.draft.email}
        error={errorOf('email')}
        onChange={email => dispatch({ kind: 'draft', change: { email } })}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="new-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        hint={t`${plural(PASSWORD_MIN, {
          one: 'At least # character. A few random words work well.',
          other: 'At least # characters. A few random words work well.',
        })}`}
        value={flow.secrets.password}
        error={errorOf('password')}
        onChange={password => dispatch({ kind: 'password', password })}
      />
    </>
  )
}

export function NameStep({ flow, dispatch }: Props) {
  const { t } = useLingui()
  const errorOf = useErrorOf(flow)
  return (
    <TextField
      label={t`Profile name`}
      name="nickname"
      autoComplete="nickname"
      maxLength={20}
      hint={t`This is how others see you. It need not be your real name.`}
      value={flow.draft.name}
      error={errorOf('name')}
      onChange={name => dispatch({ kind: 'draft', change: { name } })}
    />
  )
}

export function ConsentStep({ flow, dispatch }: Props) {
  const { name } = useSettings()
  const errorOf = useErrorOf(flow)
  const consent = (change: Partial<SignUp['flow']['consents']>) => dispatch({ kind: 'consent', change })
  const { terms, sensitive, tracking: mayTrack } = flow.consents
  const error = errorOf('terms')
  return (
    <div className="consents">
      <CheckField
        name="terms"
        checked={terms}
        error={terms ? undefined : error}
        onChange={checked => consent({ terms: checked })}
      >
        <Trans>
          I agree to the{' '}
          <a href={paths.page('terms')} target="_blank" rel="noreferrer">
            terms
          </a>{' '}
          and have read the{' '}
          <a href={paths.page('privacy')} target="_blank" rel="noreferrer">
            privacy statement
          </a>
          .
        </Trans>
      </CheckField>
      <CheckField
        name="sensitive"
        checked={sensitive}
        error={sensitive ? undefined : error}
        onChange={checked => consent({ sensitive: checked })}
      >
        <Trans>
          {name} may use whom I would like to meet, and later my interests, to introduce people to me.
        </Trans>
      </CheckField>
      {tracking() && (
        <CheckField name="tracking" checked={mayTrack} onChange={checked => consent({ tracking: checked })}>
          <Trans>You may remember which site sent me here (optional).</Trans>
        </CheckField>
      )}
    </div>
  )
}
