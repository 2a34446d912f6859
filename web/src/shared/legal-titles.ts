import { useLingui } from '@lingui/react/macro'
import type { PageSlug } from './paths'

/** What the legal and help pages are called in links. */
export function useLegalTitles(): Record<PageSlug, string> {
  const { t } = useLingui()
  return {
    terms: t`Terms`,
    privacy: t`Privacy`,
    cookies: t`Cookies`,
    ban: t`House rules`,
    'return-policy': t`Return policy`,
    faq: t`FAQ`,
    service: t`Support`,
  }
}
