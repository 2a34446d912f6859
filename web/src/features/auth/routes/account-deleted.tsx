import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { formatDay } from '../../../shared/i18n/format'
import { paths } from '../../../shared/paths'
import { AppLink } from '../../../ui/app-link'
import { buttonClass } from '../../../ui/button'
import { HandIcon } from '../../../ui/icons'
import { Outcome } from '../components/outcome'

const Told = v.object({ eraseAt: v.number() })

/** After a deletion: what happens now, and the way back. */
export default function AccountDeleted() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Account deleted`)
  const told = v.safeParse(Told, useLocation().state)
  const day = told.success ? formatDay(new Date(told.output.eraseAt), i18n.locale) : null
  return (
    <Outcome mark={<HandIcon />} title={t`Your account is deleted`}>
      <p>
        {day ? (
          <Trans>
            Nobody sees you here any more. Until {day} the link in the mail we sent you takes your account back;
            then your data is erased.
          </Trans>
        ) : (
          <Trans>
            Nobody sees you here any more. For 14 days the link in the mail we sent you takes your account back;
            then your data is erased.
          </Trans>
        )}
      </p>
      <AppLink className={buttonClass('quiet', 'md', true)} to={paths.index}>
        <Trans>Back to home</Trans>
      </AppLink>
    </Outcome>
  )
}
