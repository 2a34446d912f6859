import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSettings } from '../../shared/settings/context'

/** Who the site is for. */
export function Disclaimer() {
  const { t } = useLingui()
  const { name, min_age: age } = useSettings()
  return (
    <div className="disclaimer">
      <p>
        {t`${plural(age, {
          one: `${name} is for people aged # year or older.`,
          other: `${name} is for people aged # years or older.`,
        })}`}
      </p>
    </div>
  )
}
