import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { usePageTitle } from '../shared/a11y/use-page-title'
import { paths } from '../shared/paths'
import { AppLink } from '../ui/app-link'
import { Button, buttonClass } from '../ui/button'
import { Spark } from '../ui/spark'

/** Status and message of whatever was thrown; the status defaults to 500. */
export function describeError(error: unknown): { status: number; message: string | null } {
  if (isRouteErrorResponse(error)) return { status: error.status, message: error.statusText || null }
  if (error instanceof Error && 'status' in error && error.status === 404) return { status: 404, message: null }
  if (error instanceof Error && error.message) return { status: 500, message: error.message }
  return { status: 500, message: null }
}

/** Browsers' words for a piece of the app that could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed/i

/** Whether the error is only that the network is gone: nothing is broken, and trying again helps. */
export function isLostConnection(error: unknown, online: boolean): boolean {
  return !online || (error instanceof TypeError && NOT_FETCHED.test(error.message))
}

export function ErrorPage() {
  const { t } = useLingui()
  const error = useRouteError()
  const { status, message } = describeError(error)
  if (status === 404) return <NotFound />
  if (isLostConnection(error, navigator.onLine)) {
    return <ErrorView title={t`No connection. Check your network and try again.`} />
  }
  return (
    <ErrorView status={status} title={t`Error`}>
      <p>{message ?? t`An error occurred while showing the error page`}</p>
    </ErrorView>
  )
}

export function NotFound() {
  const { t } = useLingui()
  return <ErrorView status={404} title={t`This page could not be found`} />
}

function ErrorView({ status, title, children }: { status?: number; title: string; children?: ReactNode }) {
  const { t } = useLingui()
  usePageTitle(status === undefined || status === 404 ? title : t`Error`)
  return (
    <div className="error-page">
      <Spark className="error-spark" />
      {status !== undefined && <p className="error-status">{status}</p>}
      <h1>{title}</h1>
      {children}
      <div className="button-row">
        <AppLink className={buttonClass('primary')} to={paths.index}>
          <Trans>Back to home</Trans>
        </AppLink>
        {status !== 404 && (
          <Button look="quiet" onClick={() => location.reload()}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
