import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFailureText } from '../../../shared/failures/text'
import { useWayBack } from '../../../shared/session/way-back'
import { Alert } from '../../../ui/alert'
import { AppLink } from '../../../ui/app-link'
import { Button } from '../../../ui/button'
import { BackIcon } from '../../../ui/icons'
import { STEPS, type Step } from '../flow'
import type { SignUp } from '../use-sign-up'
import { Complete } from './complete'
import { Stages } from './stages'
import { AccountStep, BirthStep, ConsentStep, NameStep, WhoStep } from './steps'

type Props = SignUp & { onLeave: () => void }

/** The whole flow, in a modal and on a page alike. */
export function SignUpForm({ flow, dispatch, submitStep, form, onLeave }: Props) {
  const { t } = useLingui()
  const textOf = useFailureText()
  const { login } = useWayBack()
  const titles: Record<Step, string> = {
    0: t`Nice to meet you`,
    1: t`About you`,
    2: t`Your account`,
    3: t`What shall we call you?`,
    4: t`Almost there`,
  }
  const body = useFocusOnChange(`${flow.phase} ${flow.step}`)
  if (flow.phase === 'complete') {
    return (
      <div ref={body}>
        <Complete email={flow.draft.email.trim()} onLeave={onLeave} />
      </div>
    )
  }
  if (flow.phase === 'sending') {
    return (
      <div ref={body} className="sign-up-sending">
        <h2 tabIndex={-1} className="step-title">
          <Trans>One moment</Trans>
        </h2>
        <Stages stage={flow.stage} />
      </div>
    )
  }
  const step = { flow, dispatch, onLeave }
  const bodies: Record<Step, ReactNode> = {
    0: <WhoStep {...step} />,
    1: <BirthStep {...step} />,
    2: <AccountStep {...step} />,
    3: <NameStep {...step} />,
    4: <ConsentStep {...step} />,
  }
  const place = flow.step + 1
  const total = STEPS.length
  return (
    <div ref={body} className="sign-up">
      <div className="sign-up-progress" aria-hidden="true">
        {STEPS.map(each => (
          <span key={each} data-on={each <= flow.step || undefined} />
        ))}
      </div>
      <h2 tabIndex={-1} className="step-title">
        <span className="visually-hidden">
          <Trans>
            Step {place} of {total}:
          </Trans>{' '}
        </span>
        {titles[flow.step]}
      </h2>
      <form ref={form} noValidate onSubmit={submitStep}>
        {bodies[flow.step]}
        {flow.failed && <Alert tone="danger">{textOf(flow.failed)}</Alert>}
        <div className="sign-up-buttons">
          {flow.step > 0 && (
            <Button look="quiet" onClick={() => dispatch({ kind: 'back' })}>
              <BackIcon />
              <Trans>Back</Trans>
            </Button>
          )}
          <Button type="submit" wide>
            {flow.step === 4 ? <Trans>Create my account</Trans> : <Trans>Continue</Trans>}
          </Button>
        </div>
      </form>
      <p className="sign-up-login">
        <Trans>
          Already a member?{' '}
          <AppLink to={login} onClick={onLeave}>
            Log in
          </AppLink>
        </Trans>
      </p>
    </div>
  )
}

/** Each new step starts at its heading, for keyboards and screen readers. */
function useFocusOnChange(what: string) {
  const body = useRef<HTMLDivElement>(null)
  const seen = useRef(what)
  useEffect(() => {
    if (seen.current === what) return
    seen.current = what
    const invalid = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = invalid ?? body.current?.querySelector<HTMLElement>('h2')
    target?.focus()
  }, [what])
  return body
}
