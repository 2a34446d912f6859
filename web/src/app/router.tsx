import type { ComponentType } from 'react'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { paths } from '../shared/paths'
import { setPrefetcher } from '../shared/prefetch'
import { ErrorPage, NotFound } from './error-page'
import { DefaultLayout } from './layouts/default'
import type { MailedPage } from './mailed-pages'
import type { MemberPage } from './member-pages'
import { Root, Starting } from './root'

type Page = () => Promise<{ default: ComponentType }>

/** A route whose code loads on demand. */
const page = (path: string, load: Page): RouteObject => ({
  path,
  handle: { load },
  lazy: async () => ({ Component: (await load()).default }),
})

/** How a page of members is loaded: by their table, which is code that visitors do without. */
const loaderOf =
  (name: MemberPage): Page =>
  async () =>
    (await import('./member-pages')).memberPages[name]()

/** A page that a mail leads to; the same for these. */
const mailed = (path: string, name: MailedPage): RouteObject =>
  page(path, async () => (await import('./mailed-pages')).mailedPages[name]())

const member = (path: string, name: MemberPage): RouteObject => page(path, loaderOf(name))

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
              page(paths.pricing, () => import('../features/premium/routes/pricing')),
              {
                lazy: async () => ({ Component: (await import('./members-area')).MembersArea }),
                children: [
                  member(paths.likes, 'likes'),
                  member('/likes/:type', 'likesOf'),
                  member(paths.profile, 'profile'),
                  member(paths.notifications, 'notifications'),
                  member(paths.premium, 'premium'),
                  member(paths.credits, 'credits'),
                  member(paths.repeatOrder, 'repeatOrder'),
                  member('/credits/:id/:paymentmethod?', 'checkout'),
                  member(paths.transactions, 'transactions'),
                  member(paths.transaction(':id'), 'transaction'),
                ],
              },
              {
                lazy: async () => ({ Component: (await import('./members-area')).PeopleArea }),
                children: [
                  member(paths.members, 'members'),
                  member(paths.member(':id'), 'member'),
                  member(paths.likedMember(':id'), 'member'),
                ],
              },
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('./layouts/chat')).default }),
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              {
                lazy: async () => ({ Component: (await import('./members-area')).MembersArea }),
                children: [
                  {
                    lazy: async () => ({ Component: (await loaderOf('chats')()).default }),
                    children: [
                      member(paths.chats, 'chatsIndex'),
                      member(paths.chat(':id'), 'chat'),
                      member(paths.memberChat(':id'), 'memberChat'),
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('./layouts/lander')).LanderLayout }),
        children: [
          {
            errorElement: <ErrorPage />,
            children: [
              page(paths.login, () => import('../features/auth/routes/login')),
              mailed(paths.activate, 'activate'),
              mailed(paths.activateDone, 'activateDone'),
              mailed(paths.activateError, 'activateError'),
              mailed(paths.resetPassword, 'resetPassword'),
              mailed(paths.resetPasswordDo, 'resetPasswordDo'),
              mailed(paths.mailChangeDo, 'mailChangeDo'),
              mailed(paths.reactivate, 'reactivate'),
              mailed(paths.unsubscribe, 'unsubscribe'),
              mailed(paths.accountDeleted, 'accountDeleted'),
            ],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('./layouts/empty')).EmptyLayout }),
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
