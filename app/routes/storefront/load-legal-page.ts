import { appContext, type Context } from '#app/request/contexts.ts'
import type { LegalPage } from '#db/enums.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { findLegalPage, legalVersions, upcomingVersions } from '#domain/site/legal/legal.ts'
import { readLegalText } from '#domain/site/legal/legal-text.ts'

/** The text of a legal page, of the version in the address or the one in force. */
export async function loadLegalPage(request: Request, context: Context, page: LegalPage) {
  const { db, clock, timeZone } = context.get(appContext)
  const now = clock()
  const wanted = new URL(request.url).searchParams.get('version')
  const version = wanted === null ? null : /^[1-9]\d{0,6}$/.test(wanted) ? Number(wanted) : 0
  const [found, versions, upcoming] = await Promise.all([
    findLegalPage(db, page, version, now),
    legalVersions(db, page),
    upcomingVersions(db, now),
  ])
  if (!found) throw new Response(null, { status: 404 })
  const dated = (at: Date) => showDate(calendarDateIn(timeZone, at))
  return {
    page,
    version: found.version,
    isInForce: found.isInForce,
    isDraft: found.isDraft,
    summary: found.summary,
    /** The day from which a version that does not apply yet does. */
    appliesOn: found.appliesFrom && found.appliesFrom > now ? dated(found.appliesFrom) : null,
    upcoming: upcoming
      .filter((next) => next.page === page && next.version > found.version)
      .map((next) => ({ version: next.version, date: dated(next.appliesFrom) })),
    date: dated(found.publishedAt),
    text: readLegalText(found.body),
    versions: versions.map(({ version, publishedAt }) => ({ version, date: dated(publishedAt) })),
  }
}

export type LegalPageData = Awaited<ReturnType<typeof loadLegalPage>>
