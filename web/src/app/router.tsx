import type { ComponentType } from 'react'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { paths } from '../shared/paths'
import { setPrefetcher } from '../shared/prefetch'
import { ErrorPage, NotFound } from './error-page'
import { DefaultLayout } from './layouts/default'
import { EmptyLayout } from './layouts/empty'
import { LanderLayout } from './layouts/lander'
import { Root, Starting } from './root'

type Page = () => Promise<{ default: ComponentType }>

/** A route whose code loads on demand. */
const page = (path: string, load: Page): RouteObject => ({
  path,
  handle: { load },
  lazy: async () => ({ Component: (await load()).default }),
})

const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Starting />,
    children: [
      {
        element: <DefaultLayout />,
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              page(paths.index, () => import('../features/index/routes/index')),
              page(paths.complaints, () => import('../features/legal/routes/complaints')),
              page('/pages/:slug', () => import('../features/legal/routes/page')),
              {
                lazy: async () => ({ Component: (await import('./members-area')).MembersArea }),
                children: [
                  page(paths.members, () => import('../features/home/routes/members')),
                  page(paths.profile, () => import('../features/profile/routes/profile')),
                  page(paths.notifications, () => import('../features/notifications/routes/notifications')),
                ],
              },
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
      {
        element: <LanderLayout />,
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              page(paths.login, () => import('../features/auth/routes/login')),
              page(paths.activate, () => import('../features/auth/routes/activate')),
              page(paths.activateDone, () => import('../features/auth/routes/activate-done')),
              page(paths.activateError, () => import('../features/auth/routes/activate-error')),
              page(paths.resetPassword, () => import('../features/auth/routes/reset-password')),
              page(paths.resetPasswordDo, () => import('../features/auth/routes/reset-password-do')),
              page(paths.mailChangeDo, () => import('../features/auth/routes/mail-change-do')),
              page(paths.reactivate, () => import('../features/auth/routes/reactivate')),
              page(paths.accountDeleted, () => import('../features/auth/routes/account-deleted')),
            ],
          },
        ],
      },
      {
        element: <EmptyLayout />,
        children: [
          {
            errorElement: <ErrorPage />,
            children: [page(paths.signup, () => import('../features/signup/routes/signup'))],
          },
        ],
      },
    ],
  },
]

export function createAppRouter() {
  setPrefetcher(path => {
    for (const { route } of matchRoutes(routes, path) ?? []) {
      const handle: { load?: Page } | undefined = route.handle
      // Ahead of time only: the visit itself will tell if it fails.
      handle?.load?.().catch(() => undefined)
    }
  })
  return createBrowserRouter(routes)
}
