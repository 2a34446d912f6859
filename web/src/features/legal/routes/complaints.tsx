import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { companyQuery, telHref } from '../../../shared/company/company'
import { useSettings } from '../../../shared/settings/context'
import { buttonClass } from '../../../ui/button'

/** How to complain, and to whom. */
export default function Complaints() {
  const { t } = useLingui()
  usePageTitle(t`Complaints`)
  const { support_email: email, support_phone } = useSettings()
  const { data: company } = useQuery(companyQuery())
  const phone = company?.support_phone || support_phone
  return (
    <article className="page page--text">
      <h1>
        <Trans>Complaints</Trans>
      </h1>
      <div className="prose">
        <p>
          <Trans>
            Something is not right? Tell us. Describe what happened, when, and which profile it is about.
            Somebody reads every complaint and answers it.
          </Trans>
        </p>
        <p>
          <Trans>
            Are you or is somebody else in danger? Call the emergency number of your country first, then tell
            us.
          </Trans>
        </p>
      </div>
      <div className="button-row button-row--start">
        {email && (
          <a className={buttonClass('primary')} href={`mailto:${email}`}>
            <Trans>Write to {email}</Trans>
          </a>
        )}
        {phone && (
          <a className={buttonClass('quiet')} href={telHref(phone)}>
            <Trans>Call {phone}</Trans>
          </a>
        )}
      </div>
      {company && (
        <div className="prose">
          <h2>
            <Trans>By post</Trans>
          </h2>
          <p>{[company.name, company.address, company.city].filter(Boolean).join(', ')}</p>
        </div>
      )}
    </article>
  )
}
