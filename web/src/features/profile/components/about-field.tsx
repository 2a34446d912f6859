import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { formatNumber } from '../../../shared/i18n/money'

/** Characters. */
const LENGTH = 1_000

type Props = { value: string; error: string | undefined; onChange: (value: string) => void }

/** Words about oneself, with how many there may be. */
export function AboutField({ value, error, onChange }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  // As the server counts: signs, not halves of them.
  const count = formatNumber([...value].length, i18n.locale)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t`Something about you`}
      </label>
      <textarea
        id={id}
        name="about"
        className="form-control"
        rows={5}
        maxLength={LENGTH}
        value={value}
        placeholder={t`What makes you laugh? What does a good Sunday look like?`}
        aria-invalid={error !== undefined}
        aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
        onChange={event => onChange(event.target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="field-hint field-hint--ends" id={`${id}-hint`}>
        <span>{t`Contact details do not belong here.`}</span>
        <span>
          {count} / {formatNumber(LENGTH, i18n.locale)}
        </span>
      </p>
    </div>
  )
}
