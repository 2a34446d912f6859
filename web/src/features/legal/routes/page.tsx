import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { AskAgain } from '../../../shared/failures/ask-again'
import { failureOfRpc } from '../../../shared/failures/of-rpc'
import { failure } from '../../../shared/failures/reasons'
import { formatDay } from '../../../shared/i18n/format'
import { useLegalTitles } from '../../../shared/legal-titles'
import { Markdown } from '../../../shared/markdown/markdown'
import { PAGE_SLUGS, type PageSlug } from '../../../shared/paths'
import { Skeleton } from '../../../ui/skeleton'
import { pageQuery } from '../api/page'
import { UnknownPage } from '../unknown-page'

/** /pages/{slug}: a legal or help page of this site. */
export default function LegalPageRoute() {
  const { slug } = useParams()
  const known = PAGE_SLUGS.find(each => each === slug)
  if (!known) throw new UnknownPage()
  return <LegalText key={known} slug={known} />
}

function LegalText({ slug }: { slug: PageSlug }) {
  const { i18n } = useLingui()
  const name = useLegalTitles()[slug]
  const { data, error, refetch } = useQuery(pageQuery(slug, i18n.locale))
  usePageTitle(data?.title ?? name)
  if ((error && !data) || data === null) {
    return (
      <article className="page page--text">
        <h1>{name}</h1>
        <AskAgain failed={error ? failureOfRpc(error) : failure('page_unknown')} onAgain={refetch} />
      </article>
    )
  }
  if (!data) {
    return (
      <article className="page page--text" aria-busy="true">
        <h1>{name}</h1>
        <Skeleton lines={8} />
      </article>
    )
  }
  const day = data.validFrom ? formatDay(data.validFrom, i18n.locale) : null
  return (
    <article className="page page--text">
      <h1>{data.title}</h1>
      {day && (
        <p className="page-date">
          <Trans>Valid from {day}</Trans>
        </p>
      )}
      <div lang={data.language}>
        <Markdown source={data.markdown} />
      </div>
    </article>
  )
}
