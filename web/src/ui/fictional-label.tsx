import { useLingui } from '@lingui/react/macro'
import { useSettings } from '../shared/settings/context'
import { MasksIcon } from './icons'

/** Says in words and by a sign that the company runs a profile. */
export function FictionalLabel() {
  const { t } = useLingui()
  const { fictional_singular: word } = useSettings()
  return (
    <span className="fictional">
      <MasksIcon />
      {word || t`fictional profile`}
    </span>
  )
}
