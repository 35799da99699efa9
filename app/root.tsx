import { lazy, type ReactNode, Suspense } from 'react'
import {
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import type { Shell } from '#app/components/viewer/shell.ts'
import { bannerOf } from '#app/request/choices/dismissed-banners.ts'
import { lengthUnitOf } from '#app/request/choices/length-unit.ts'
import { appContext, formScriptsContext, viewerIn } from '#app/request/contexts.ts'
import { readFlash, spentFlash } from '#app/request/flash.ts'
import { noteRoute } from '#app/request/note-route.ts'
import { pathOf } from '#app/request/path-of.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { NewPageFromTop } from '#app/ui/new-page-from-top.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { StayOnPage, stayOnPage } from '#app/ui/stay-on-page.tsx'
import { Toasts } from '#app/ui/toasts.tsx'
import { UnsavedWork } from '#app/ui/unsaved-work.tsx'
import type { Route } from './+types/root.ts'
import { ErrorPage } from './components/pages/error-page.tsx'
import { NotFoundPage } from './components/pages/not-found-page.tsx'
import { pageErrorOf } from './components/pages/page-error.ts'
import { unsentFormIn } from './components/pages/unsent-form.ts'
import { useReloadAfterUpdate } from './components/pages/use-reload-after-update.ts'
import { useReportedError } from './components/pages/use-reported-error.ts'
import { StorefrontFrame } from './components/shell/storefront-frame.tsx'
import favicon from './styles/favicon.svg?no-inline'
import './styles/site.css'

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? titleOfError(error) : 'Hemline' },
  {
    name: 'description',
    content: 'Rent designer clothes by the week from closets near you.',
  },
  ...(error ? [{ name: 'robots', content: 'noindex' }] : []),
]

function titleOfError(error: unknown): string {
  return pageErrorOf(error) ? 'Something went wrong · Hemline' : 'Not found · Hemline'
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const middleware: Route.MiddlewareFunction[] = [noteRoute]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, site, chargesMoney, originOf } = context.get(appContext)
  const { person, zip, creditsBalance, heldPlan, hasUnread, consentIsDue, siteVersion } =
    viewerIn(context)
  const { settings, banners, pageStyle } = await site.settings(db, siteVersion)
  const banner = await bannerOf(context, request, banners)
  const scripts = context.get(formScriptsContext)
  const mayLike = person !== null && person.accountType !== 'admin'
  const shell: Shell = {
    viewer: person && {
      fullName: person.fullName,
      email: person.email,
      accountType: person.accountType,
      businessStatus: person.businessStatus,
      creditsBalance,
      heldPlan,
      hasUnread,
      consentIsDue,
    },
    zip,
    ...settings,
    chargesMoney,
    lengthUnit: lengthUnitOf(context, request),
    ...((consentIsDue || banner) && { hasNotices: true, banner }),
    ...(scripts && mayLike && { likeScripts: scripts.like }),
    ...(scripts && banner && { dismissScripts: scripts.dismiss }),
    ...(scripts && { unitScripts: scripts.unit }),
  }
  // The sign-in page shows it itself, above its form.
  const toast = /^\/auth(\?|$)/.test(pathOf(request)) ? null : readFlash(request)
  return data(
    {
      shell,
      origin: originOf(request),
      style: pageStyle,
      toast: toast && { ...toast, id: crypto.randomUUID() },
    },
    toast ? { headers: { 'Set-Cookie': spentFlash } } : undefined,
  )
}

/**
 * A refusal may depend on data newer than the header's, such as the balance or the session, so
 * root's data is reloaded. If the server was not reached, there is nothing newer.
 */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isRefused = actionStatus !== undefined && actionStatus >= 400 && actionStatus < 500
  return isRefused || defaultShouldRevalidate
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayOnPage]

export function Layout({ children }: { children: ReactNode }) {
  // Missing when root itself has failed: such a page has the default style.
  const style = useRouteLoaderData<typeof loader>('root')?.style
  const isHydrated = useHydrated()
  return (
    <html lang="en" data-restyled={style?.sheet ? true : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf8f3" />
        <Meta />
        {style?.preloaded.map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
          />
        ))}
        <Links />
        {/* After the site's own stylesheet, whose variables it overrides. */}
        {style?.sheet && <link rel="stylesheet" href={style.sheet} />}
      </head>
      {/* Marks that the page reacts to clicks; tests wait for it. */}
      <body data-hydrated={isHydrated || undefined}>
        {children}
        <ScrollRestoration />
        <NewPageFromTop />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ProgressBar />
      <Outlet />
      <StayOnPage />
      <UnsavedWork />
      <Toasts fromServer={loaderData.toast} />
    </>
  )
}

// Browsers with our script never see it.
const SignedOutPage = lazy(async () => ({
  default: (await import('./components/pages/signed-out-page.tsx')).SignedOutPage,
}))

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const reported = useReportedError()
  const found = pageErrorOf(error)
  // A crash unknown to the browser may have been logged by the server.
  const pageError = found?.kind === 'crash' && found.id === null ? (reported ?? found) : found
  const unsent = unsentFormIn(error)
  useReloadAfterUpdate(error)
  return (
    <StorefrontFrame>
      {unsent ? (
        <Suspense>
          <SignedOutPage {...unsent} />
        </Suspense>
      ) : pageError ? (
        <ErrorPage pageError={pageError} />
      ) : (
        <NotFoundPage />
      )}
    </StorefrontFrame>
  )
}
