// The parts that the three areas share around their screens: the design, the query cache, the router, and the handling
// of an ended session.

import { t } from '../../language.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import '../../theme.css'

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { MutationCache, onlineManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  type RouteComponent,
  RouterProvider,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProblem, isAnotherPerson, isSignedOut } from '../../api.ts'
import { Dialogs } from '../../components/forms/Dialogs.tsx'
import { PageFailure, PageSkeleton } from '../../components/layout/Page.tsx'
import { cssVariables, theme } from '../../theme.ts'
import { showBrowserZone } from '../session/browserZone.ts'
import { ConfirmPassword } from '../session/ConfirmPassword.tsx'
import { clearSession, prefetchSession, wasSignedIn } from '../session/session.ts'
import { NotFound } from './NotFound.tsx'

type Area = 'dashboard' | 'staff' | 'press'

/** A page is a module of its own, loaded on demand; it exports `Page`. */
type Screen = { path: string; load: () => Promise<{ Page: () => ReactNode }> }

export type AreaOptions = {
  area: Area
  /** Navigation around the screens, shown when somebody is signed in. */
  Frame: () => ReactNode
  /** Where `/` leads. */
  home: string
  screens: Screen[]
  /** Without the frame: for people who do not sign in, and for screens on a wall. */
  openScreens?: Screen[]
  /** Fills the query cache before the first screen is shown. */
  restore?: (queries: QueryClient) => Promise<void>
}

const sharedScreens: Screen[] = [
  { path: '/sign-in', load: () => import('../../pages/signIn/SignIn.tsx') },
  { path: '/forgot-password', load: () => import('../../pages/signIn/ForgotPassword.tsx') },
  { path: '/sign-up', load: () => import('../../pages/signIn/SignUp.tsx') },
  { path: '/confirm', load: () => import('../../pages/signIn/Confirm.tsx') },
  { path: '/invitation', load: () => import('../../pages/signIn/Invitation.tsx') },
  { path: '/accept-terms', load: () => import('../../pages/signIn/NewMember.tsx') },
  { path: '/change-email', load: () => import('../../pages/signIn/ChangeEmail.tsx') },
  { path: '/reset-password', load: () => import('../../pages/signIn/ResetPassword.tsx') },
]

/**
 * When a part of the page has disappeared through a deployment, the router reloads the page once; offline, there would
 * then be no page left.
 */
function explainOffline(cause: unknown): never {
  if (navigator.onLine) throw cause
  throw new ApiProblem({ code: 'unreachable', detail: t('You’re offline, and this page hasn’t been loaded before.') })
}

export async function start({ area, Frame, home, screens, openScreens = [], restore }: AreaOptions): Promise<void> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  // The library that keeps the page from scrolling behind a dialog looks for the nonce here.
  Object.assign(globalThis, { __webpack_nonce__: nonce })

  const element = document.getElementById('root')!
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const frame = createRoute({
    getParentRoute: () => root,
    id: 'frame',
    component: Frame as RouteComponent,
    // The service marks the page of a visitor without a session, for whom no screen need be loaded. The press desk may
    // have kept its answers, and a session may begin after the first screen.
    beforeLoad({ location }) {
      const isFirst = router.state.resolvedLocation === undefined
      if (isFirst && element.dataset.signedOut !== undefined && !wasSignedIn(queries))
        throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true })
      if (isFirst) prefetchSession(queries)
    },
  })
  const routesOf = (list: Screen[], parent: typeof root | typeof frame) =>
    list.map(({ path, load }) =>
      createRoute({
        getParentRoute: () => parent as typeof root,
        path,
        component: lazyRouteComponent(() => load().catch(explainOffline), 'Page'),
      }),
    )
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: home, replace: true })
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([
      index,
      ...routesOf([...sharedScreens, ...openScreens], root),
      frame.addChildren(routesOf(screens, frame)),
    ]),
    basepath: `/${area}`,
    // Every value in the address is text: 00123 is an identifier, not a number.
    parseSearch: parseSearchWith(text => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    // Only a reload fetches a missing part again, and offline that would fail.
    defaultErrorComponent: ({ error, reset }) => (
      <PageFailure error={error} retry={() => (navigator.onLine ? location.reload() : reset())} />
    ),
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

  /** When the session has ended, the user signs in again and returns to the same place. */
  function leaveWhenSignedOut(error: unknown): void {
    if (isAnotherPerson(error)) location.reload()
    const { pathname, href } = router.state.location
    if (!isSignedOut(error) || pathname.startsWith('/sign-in')) return
    const state = { sessionEnded: wasSignedIn(queries) }
    clearSession(queries)
    void router.navigate({
      to: '/sign-in',
      search: href === '/' ? {} : { next: href },
      state,
      replace: true,
    })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 0),
      },
      // Without a connection a mutation fails at once. By default the library would run it when the connection returns:
      // a payment, an hour later, from another screen.
      mutations: { networkMode: 'always' },
    },
  })

  // The library takes every page for online until that changes.
  onlineManager.setOnline(navigator.onLine)
  await restore?.(queries)
  showBrowserZone()
  createRoot(element).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-right" autoClose={6000} />
          <Dialogs>
            <RouterProvider router={router} />
            <ConfirmPassword />
          </Dialogs>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
