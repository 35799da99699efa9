import { hasNoOwnCookie } from '#app/request/cookies.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { App } from './app-contract.ts'
import { readCaller } from './caller.ts'
import { originFor } from './hosts.ts'
import type { Step } from './step.ts'
import { withoutTracking } from './tracking.ts'
import { createVisitorPages } from './visitor-pages.ts'

/** Counted instead of a route for a page that was rendered for another visitor. */
export const CACHED_PAGE = 'cached page'

type SharedPages = {
  /** Renders a page once for all visitors who request it at about the same time. */
  readonly share: Step
  /** A response that needs only the head of the request. */
  readonly ready: App['cached']
}

export function createSharedPages(
  settings: Pick<Settings, 'trustProxy' | 'publicUrl' | 'host'>,
): SharedPages {
  const pages = createVisitorPages()
  return {
    share: async (request, { origin, answering }, next) => {
      if (!hasNoOwnCookie(request.headers.get('cookie'))) return await next(request)
      const url = new URL(request.url)
      const path = withoutTracking(url.pathname + url.search)
      const requested = {
        method: request.method,
        path,
        origin,
        acceptEncoding: request.headers.get('accept-encoding') ?? '',
      }
      // The shared page must not contain the tracking parameters of the visitor who came first.
      const isTracked = path !== url.pathname + url.search && request.method === 'GET'
      // If the page is rendered now, its route replaces this.
      answering.by = CACHED_PAGE
      const asShared = isTracked ? new Request(new URL(path, url), request) : request
      return await pages.shared(requested, () => next(asShared))
    },

    ready: ({ method, path, headerOf, peer }) => {
      if (!hasNoOwnCookie(headerOf('cookie'))) return null
      const caller = readCaller(headerOf, peer, settings.trustProxy)
      const origin = originFor(caller, path, settings)
      const acceptEncoding = headerOf('accept-encoding') ?? ''
      return origin === null ? null : pages.cached({ method, path, origin, acceptEncoding })
    },
  }
}
