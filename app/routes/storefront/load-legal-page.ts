import type { RouterContextProvider } from 'react-router'
import { appContext } from '#app/http/contexts.ts'
import type { LegalPage } from '#db/enums.ts'
import { findLegalPage, legalVersions } from '#domain/legal-pages/legal-pages.ts'
import { readLegalText } from '#domain/legal-pages/legal-text.ts'
import { calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'

/** The text of a legal page, of the version in the address or the latest. */
export async function loadLegalPage(
  request: Request,
  context: Readonly<RouterContextProvider>,
  page: LegalPage,
) {
  const { db, timeZone } = context.get(appContext)
  const wanted = new URL(request.url).searchParams.get('version')
  const version = wanted === null ? null : /^[1-9]\d{0,6}$/.test(wanted) ? Number(wanted) : 0
  const [found, versions] = await Promise.all([
    findLegalPage(db, page, version),
    legalVersions(db, page),
  ])
  if (!found) throw new Response(null, { status: 404 })
  const dated = (at: Date) => showDate(calendarDateIn(timeZone, at))
  return {
    page,
    version: found.version,
    isLatest: found.isLatest,
    isSample: found.publishedBy === null,
    date: dated(found.publishedAt),
    text: readLegalText(found.body),
    versions: versions.map(({ version, publishedAt }) => ({ version, date: dated(publishedAt) })),
  }
}

export type LegalPageData = Awaited<ReturnType<typeof loadLegalPage>>
