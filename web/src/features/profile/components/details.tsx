import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { countryName, formatDay, formatIsoDate } from '../../../shared/i18n/format'
import type { GenderWord } from '../../../shared/people/person'
import type { OwnAccount } from '../api/account'
import { Section } from './section'

/** What the member told when signing up. */
export function Details({ account }: { account: OwnAccount }) {
  const { t, i18n } = useLingui()
  const own: Record<GenderWord, string> = { woman: t`Woman`, man: t`Man`, nonbinary: t`Non-binary` }
  const sought: Record<GenderWord, string> = { woman: t`Women`, man: t`Men`, nonbinary: t`Non-binary people` }
  // A long address breaks before its @, if it must.
  const at = account.email.lastIndexOf('@')
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' })
  return (
    <Section id="details" title={t`Your details`}>
      <dl className="details">
        <Row name={t`E-mail address`}>
          <span>
            {account.email.slice(0, at)}
            <wbr />
            {account.email.slice(at)}
          </span>
          <span className={`chip ${account.confirmed ? 'chip--success' : 'chip--warning'}`}>
            {account.confirmed ? <Trans>confirmed</Trans> : <Trans>not confirmed</Trans>}
          </span>
        </Row>
        <Row name={t`Profile name`}>{account.name}</Row>
        <Row name={t`Date of birth`}>{formatIsoDate(account.birthDate, i18n.locale)}</Row>
        <Row name={t`I am`}>{account.gender && own[account.gender]}</Row>
        <Row name={t`I would like to meet`}>{list.format(account.seeking.map(word => sought[word]))}</Row>
        <Row name={t`Country`}>{countryName(account.country, i18n.locale)}</Row>
        {account.createdAt && <Row name={t`Member since`}>{formatDay(account.createdAt, i18n.locale)}</Row>}
      </dl>
    </Section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
