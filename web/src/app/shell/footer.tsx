import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { companyQuery, telHref } from '../../shared/company/company'
import { countryName } from '../../shared/i18n/country-name'
import { useLegalTitles } from '../../shared/legal-titles'
import { type PageSlug, paths } from '../../shared/paths'
import { useSettings } from '../../shared/settings/context'
import { AppLink } from '../../ui/app-link'
import { Disclaimer } from './disclaimer'
import { LanguageSwitcher } from './language-switcher'

const LINKS: readonly PageSlug[] = ['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'faq', 'service']

/** Legal and help pages, and who runs the site. */
export default function Footer() {
  const { t } = useLingui()
  const titles = useLegalTitles()
  return (
    <footer className="footer">
      <div className="footer-inner">
        <nav className="footer-links" aria-label={t`About this site`}>
          {LINKS.map(slug => (
            <AppLink key={slug} to={paths.page(slug)}>
              {titles[slug]}
            </AppLink>
          ))}
          <AppLink to={paths.pricing}>
            <Trans>Prices</Trans>
          </AppLink>
          <AppLink to={paths.complaints}>
            <Trans>Complaints</Trans>
          </AppLink>
        </nav>
        <CompanyInfo />
        <LanguageSwitcher />
        <Disclaimer />
      </div>
    </footer>
  )
}

function CompanyInfo() {
  const { i18n } = useLingui()
  const settings = useSettings()
  const { data: company } = useQuery(companyQuery())
  if (!company) return <div className="company company--empty" />
  const phone = company.support_phone || settings.support_phone
  const place = [company.address, company.city, company.country && countryName(company.country, i18n.locale)]
  return (
    <address className="company">
      <p className="company-name">{company.name}</p>
      <p>{place.filter(Boolean).join(', ')}</p>
      {company.kvk && (
        <p>
          <Trans>Registration number: {company.kvk}</Trans>
        </p>
      )}
      {company.vat_numbers.length > 0 && (
        <p>
          <Trans>VAT number: {company.vat_numbers.join(', ')}</Trans>
        </p>
      )}
      {company.tradenames.length > 0 && (
        <p>
          <Trans>Trade names: {company.tradenames.join(', ')}</Trans>
        </p>
      )}
      {phone && (
        <p>
          <Trans>
            Support: <a href={telHref(phone)}>{phone}</a>
          </Trans>
        </p>
      )}
    </address>
  )
}
