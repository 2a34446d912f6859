import { queryOptions } from '@tanstack/react-query'
import type { PageSlug } from '../../../shared/paths'
import { keys } from '../../../shared/query/keys'
import { STALE } from '../../../shared/query/stale'
import { rpc } from '../../../shared/rpc/clients'

/** A legal or help page as it is shown. */
export type LegalPage = {
  title: string
  markdown: string
  /** Of the text; the site's default language when there is none in the reader's. */
  language: string
  validFrom: Date | null
}

export const pageQuery = (slug: PageSlug, language: string) =>
  queryOptions({
    queryKey: keys.page(slug, language),
    staleTime: STALE.fiveMinutes,
    queryFn: async ({ signal }): Promise<LegalPage | null> => {
      const { page } = await rpc.settings.getPage({ slug, language }, { signal })
      if (!page) return null
      const { title, markdown, validFrom } = page
      const at = validFrom ? new Date(Number(validFrom.seconds) * 1000) : null
      return { title, markdown, language: page.language, validFrom: at }
    },
    meta: { progress: true },
  })
