import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import * as v from 'valibot'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { failureOfPhp } from '../../../shared/failures/of-php'
import { useFailureText } from '../../../shared/failures/text'
import { EmailField, PasswordField as PasswordSchema } from '../../../shared/forms/schemas'
import { useForm } from '../../../shared/forms/use-form'
import { visibleLocales } from '../../../shared/i18n/choose'
import { activate, rememberLocale } from '../../../shared/i18n/i18n'
import { paths } from '../../../shared/paths'
import { keys } from '../../../shared/query/keys'
import { forgetWayBack, keptWayBack } from '../../../shared/session/kept-way-back'
import { useToSignUp } from '../../../shared/session/use-to-sign-up'
import { makeRoomFor, userQuery } from '../../../shared/session/user'
import { useWayBack } from '../../../shared/session/way-back'
import { useSettings } from '../../../shared/settings/context'
import { readCookie } from '../../../shared/storage/cookie'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Button } from '../../../ui/button'
import { PasswordField, TextField } from '../../../ui/field'
import { login } from '../api/login'

const Schema = v.object({ email: EmailField, password: PasswordSchema })

export default function Login() {
  const { t } = useLingui()
  usePageTitle(t`Log in`)
  const textOf = useFailureText()
  const client = useQueryClient()
  const { languages } = useSettings()
  const { data: user } = useQuery(userQuery())
  const { next } = useWayBack()
  const [kept] = useState(keptWayBack)
  const toSignUp = useToSignUp()
  const { values, set, errors, failed, sending, submit, form } = useForm({
    initial: { email: '', password: '' },
    schema: Schema,
    failureOf: failureOfPhp,
    send: async ({ email, password }) => {
      const member = await login(email, password)
      // A new browser has no choice of its own yet: the member's language counts.
      const known = visibleLocales(languages).find(locale => locale === member?.language)
      if (known && !readCookie('i18n_redirected')) {
        await activate(known)
        // Also for the server, which answers in it, and for the next visit.
        rememberLocale(known)
      }
      forgetWayBack()
      makeRoomFor(client, member)
      client.setQueryData(keys.user(), member)
    },
  })
  if (user) return <Navigate to={next ?? kept ?? paths.members} replace />
  return (
    <div className="page page--card">
      <div className="card">
        <h1>
          <Trans>Welcome back</Trans>
        </h1>
        <form ref={form} noValidate onSubmit={submit}>
          {failed && <Alert tone="danger">{textOf(failed)}</Alert>}
          <TextField
            label={t`E-mail address`}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            value={values.email}
            error={errors.email && textOf(errors.email)}
            onChange={email => set('email', email)}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            value={values.password}
            error={errors.password && textOf(errors.password)}
            onChange={password => set('password', password)}
          />
          <p className="form-aside">
            <AppLink to={paths.resetPassword}>
              <Trans>Forgot your password?</Trans>
            </AppLink>
          </p>
          <Button type="submit" wide busy={sending}>
            <Trans>Log in</Trans>
          </Button>
        </form>
        <p className="card-foot">
          <Trans>New here?</Trans>{' '}
          <button type="button" className="text-button" onClick={toSignUp}>
            <Trans>Sign up</Trans>
          </button>
        </p>
      </div>
    </div>
  )
}
