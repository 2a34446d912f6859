import { useLingui } from '@lingui/react/macro'
import { CheckIcon } from '../../../ui/icons'
import { STAGES, type Stage } from '../flow'

/** What is being done while the visitor waits. */
export function Stages({ stage }: { stage: Stage }) {
  const { t } = useLingui()
  const texts: Record<Stage, string> = {
    checking: t`Checking your data`,
    creating: t`Creating your account`,
    matches: t`Preparing the place where you find matches`,
    mailing: t`Sending the activation mail`,
  }
  const at = STAGES.indexOf(stage)
  return (
    <div className="stages" role="status" aria-live="polite">
      <ol>
        {STAGES.map((each, place) => {
          const state = place < at ? 'done' : place === at ? 'now' : 'later'
          return (
            <li key={each} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="stage-mark">{state === 'done' && <CheckIcon />}</span>
              {texts[each]}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
