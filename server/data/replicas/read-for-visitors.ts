import type { App } from '#app/request/contexts.ts'
import { hasNoOwnCookie } from '#app/request/cookies.ts'
import { isDatabaseUnavailable } from '#db/connection.ts'
import { legalPages } from '#db/enums.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
import type { Replicas } from './replicas.ts'

/** How a page was read; all but the first came from the primary. */
export type ReadResult = 'replica' | 'none usable' | 'failed' | 'slow' | 'not found'

/** After this long the primary is read instead, unless it is unavailable. */
const SECONDS_FOR_A_PAGE = 3
const MORE_WITHOUT_PRIMARY = 6

/**
 * Pages that show the same to every visitor and do not read what they write: the catalogue,
 * searches, texts. Pages with forms, or with a secret in the address for confirming a step, are not
 * listed.
 */
const PAGES = [
  /^\/(_\.data)?$/,
  /^\/(styles|occasions|sizes|locations|search)(\.data)?$/,
  /^\/(item|closets|brands)\/[^/]+$/,
  /^\/(about|how-it-works|help|list-your-closet)(\.data)?$/,
  /^\/(site-style|sitemap)\/[^/]+$/,
  /^\/sitemap\.xml$/,
]

/** Whether the response to a request may be slightly older than the database. */
function mayReadReplica(request: Request): boolean {
  if (request.method !== 'GET') return false
  if (!hasNoOwnCookie(request.headers.get('cookie'))) return false
  const { pathname } = new URL(request.url)
  const isLegal = legalPages.some((name) => pathname === `/${name}` || pathname === `/${name}.data`)
  return isLegal || PAGES.some((page) => page.test(pathname))
}

/** What replaces the app's database and error log while a page is read from a replica. */
type Reading = Pick<App, 'db' | 'noteError'>

export type ReadForVisitors = (
  request: Request,
  render: (reading: Reading) => Promise<Response>,
) => Promise<Response | null>

/**
 * Renders a visitor's page from a replica; null when it has to be rendered from the primary, which
 * is after any error: the page is safe to render again, and an error that is not the replica's
 * occurs again and is logged then. Something not found on a replica may be new.
 */
export function readForVisitors(
  replicas: Replicas,
  count: (result: ReadResult) => void,
): ReadForVisitors {
  return async (request, render) => {
    if (!mayReadReplica(request)) return null
    const replica = replicas.next()
    if (!replica) {
      count('none usable')
      return null
    }
    const errors: unknown[] = []
    const noteError: App['noteError'] = (error, incident) => {
      errors.push(error)
      incident.kind = isDatabaseUnavailable(error) ? 'database-unavailable' : 'crash'
    }
    const rendering = render({ db: replica.db, noteError }).catch((error: unknown) => {
      errors.push(error)
      return null
    })
    let response = await withTimeout(SECONDS_FOR_A_PAGE, rendering)
    if (response === null && errors.length === 0 && replicas.primaryIsDown())
      response = await withTimeout(MORE_WITHOUT_PRIMARY, rendering)
    if (errors.length > 0) {
      if (errors.some(isDatabaseUnavailable)) replicas.leaveOut(replica, 'failed')
      count('failed')
      return null
    }
    if (response === null) {
      replicas.leaveOut(replica, 'slow')
      count('slow')
      return null
    }
    if (response.status === 404 || response.status >= 500) {
      count(response.status === 404 ? 'not found' : 'failed')
      return null
    }
    count('replica')
    return response
  }
}
