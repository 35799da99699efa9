import { type ContextType, useContext, useEffect } from 'react'
import {
  data,
  type MiddlewareFunction,
  UNSAFE_DataRouterContext as RouterContext,
  redirect,
} from 'react-router'
import { reasonOf, rememberSubmission, reportFailure } from './failed-submission.ts'
import { showToast } from './toast-list.ts'

type Result = { type: 'data' | 'error'; result: unknown }
type Results = Record<string, Result>
type Router = NonNullable<ContextType<typeof RouterContext>>['router']

let router: Router | null = null
let returnPath: string | null = null

/** Knows what the page shows now, and which form is being submitted. Rendered once, in root. */
export function StayOnPage() {
  const context = useContext(RouterContext)
  useEffect(() => {
    router = context?.router ?? null
    // Before React, whose listeners are at the document.
    window.addEventListener('submit', rememberSubmission, true)
    window.addEventListener('submit', blockOfflineNavigation, true)
    window.addEventListener('click', blockOfflineNavigation, true)
    return () => {
      window.removeEventListener('submit', rememberSubmission, true)
      window.removeEventListener('submit', blockOfflineNavigation, true)
      window.removeEventListener('click', blockOfflineNavigation, true)
    }
  }, [context])
  return null
}

/**
 * Root's client middleware. A form without a response stays on the screen with its input and a
 * message beside its button; a page whose data cannot be reloaded stays as it was. Without it the
 * router would replace either by an error page.
 */
export const stayOnPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const page = shownPage()
  const { pathname, search } = new URL(request.url)
  const isShown = page?.path === pathname + search
  if (request.method === 'GET') {
    const stays = isShown && returnPath === page.path
    returnPath = null
    if (stays) return current(page)
    const results = await next()
    if (!isShown || request.signal.aborted) return results
    return page.isReloading && redirectsToSignIn(results)
      ? current(page)
      : withoutFailures(results, page)
  }
  const results = await next()
  const [routeId, failed] = Object.entries(results).find(([, { type }]) => type === 'error') ?? []
  if (!page || !routeId || !failed || request.signal.aborted) return results
  const reason = reasonOf(failed.result)
  if (!reason || !reportFailure(reason)) return results
  if (isShown) return { [routeId]: unchanged(page.actionData[routeId]) }
  // Redirected to another address whose page cannot be loaded now: back to the page with the form.
  returnPath = page.path
  const headers = { 'X-Remix-Replace': 'true' }
  return { [routeId]: { type: 'error', result: redirect(page.path, { headers }) } }
}

/**
 * Without a connection a link, or a form submitted by the browser itself, would replace the page
 * and its input with the browser's own error.
 */
function blockOfflineNavigation(event: Event): void {
  if (navigator.onLine || !(event.target instanceof Element)) return
  const link = event.target.closest('a')
  const leaves =
    event.type === 'click'
      ? link?.origin === window.location.origin && !isSamePage(link)
      : event.target instanceof HTMLFormElement &&
        event.target.method !== 'dialog' &&
        event.target.dataset.discover === undefined
  if (!leaves) return
  event.preventDefault()
  event.stopPropagation()
  showToast({ type: 'error', text: 'No connection. Check your network and try again.' }, 'offline')
}

function isSamePage({ pathname, search }: HTMLAnchorElement): boolean {
  return pathname === window.location.pathname && search === window.location.search
}

type Page = {
  readonly path: string
  /** Its data is being reloaded, without a navigation to another page. */
  readonly isReloading: boolean
  readonly loaderData: Readonly<Record<string, unknown>>
  readonly actionData: Readonly<Record<string, unknown>>
}

/** The page shown during a navigation. */
function shownPage(): Page | null {
  if (!router) return null
  const { location, loaderData, actionData, navigation } = router.state
  return {
    path: location.pathname + location.search,
    isReloading: navigation.state === 'idle',
    loaderData,
    actionData: actionData ?? {},
  }
}

/** The previous response; its status keeps the router from reloading the page. */
function unchanged(answer: unknown): Result {
  return { type: 'data', result: data(answer, 503) }
}

function current({ loaderData }: Page): Results {
  return Object.fromEntries(
    Object.entries(loaderData).map(([id, result]) => [id, { type: 'data', result }]),
  )
}

/** The session has ended. A page that reloads by itself then stays, with its input. */
function redirectsToSignIn(results: Results): boolean {
  return Object.values(results).some(
    ({ result }) =>
      result instanceof Response && /^\/auth(\?|$)/.test(result.headers.get('Location') ?? ''),
  )
}

/** Replaces data that cannot be loaded now with the data that was loaded last. */
function withoutFailures(results: Results, { loaderData }: Page): Results {
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      const reason = result.type === 'error' ? reasonOf(result.result)?.kind : undefined
      const isUnavailable = reason === 'offline' || reason === 'unavailable'
      return [
        id,
        isUnavailable && id in loaderData ? { type: 'data', result: loaderData[id] } : result,
      ]
    }),
  )
}
