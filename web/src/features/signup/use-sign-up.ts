import { useLingui } from '@lingui/react/macro'
import { useEffect, useReducer, useRef } from 'react'
import { prefersReducedMotion } from '../../shared/a11y/media'
import { failureOfRpc } from '../../shared/failures/of-rpc'
import { focusFirstInvalid } from '../../shared/forms/use-form'
import { keepWayBack } from '../../shared/session/kept-way-back'
import { useWayBack } from '../../shared/session/way-back'
import { useSettings } from '../../shared/settings/context'
import { visitorCountry } from '../../shared/settings/country'
import { todayIso } from '../../shared/time/birth-date'
import { signUp } from './api/sign-up'
import { keepDraft, readDraft } from './draft-store'
import { emptyDraft, reduce, type Stage, startFlow } from './flow'
import { validateStep } from './validate'

// Long enough to be read; the account is already made by then.
const STAGE_SHOWN_FOR = 450

const shown = () =>
  new Promise(resolve => {
    setTimeout(resolve, prefersReducedMotion() ? 0 : STAGE_SHOWN_FOR)
  })

/** The sign-up flow with its draft kept and its call made. */
export function useSignUp() {
  const { i18n } = useLingui()
  const settings = useSettings()
  const { next } = useWayBack()
  const form = useRef<HTMLFormElement>(null)
  const [flow, dispatch] = useReducer(reduce, null, () => {
    const stored = readDraft()
    const country = visitorCountry(settings) ?? ''
    return stored ? startFlow(stored.draft, stored.step) : startFlow(emptyDraft(country))
  })
  const rules = { minAge: settings.min_age, countries: settings.countries, today: todayIso() }

  useEffect(() => keepDraft(flow), [flow])

  const send = async () => {
    dispatch({ kind: 'send' })
    const stage = async (next: Stage) => {
      dispatch({ kind: 'stage', stage: next })
      await shown()
    }
    try {
      await stage('checking')
      dispatch({ kind: 'stage', stage: 'creating' })
      await signUp(flow, i18n.locale)
      await stage('matches')
      await stage('mailing')
      keepWayBack(next)
      dispatch({ kind: 'done' })
    } catch (error) {
      dispatch({ kind: 'failed', failure: failureOfRpc(error) })
    }
  }

  const submitStep = (event: { preventDefault(): void }) => {
    event.preventDefault()
    if (flow.phase !== 'started') return
    const errors = validateStep(flow.step, flow, rules)
    if (Object.keys(errors).length > 0) {
      dispatch({ kind: 'invalid', errors })
      requestAnimationFrame(() => focusFirstInvalid(form.current))
    } else if (flow.step === 4) void send()
    else dispatch({ kind: 'next' })
  }

  return { flow, dispatch, submitStep, form }
}

export type SignUp = ReturnType<typeof useSignUp>
