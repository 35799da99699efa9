import type { ShellBanner } from '#app/components/viewer/shell.ts'
import { appContext, type Context, viewerIn } from '#app/request/contexts.ts'
import { ownCookie, readOwnCookie } from '#app/request/cookies.ts'
import type { AnnouncementId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { unseenBanner } from '#domain/site/announcements/announcements.ts'
import { bannersFor, type OpenBanner } from '#domain/site/settings/open-banners.ts'

// What a visitor has dismissed is in a cookie, so their pages are no longer shared; what a person
// has dismissed is stored with the account.

const NAME = 'hemline_dismissed'
const SECONDS = 90 * 86_400
const MAX_DISMISSED = 5

/** The newest announcement that this viewer has not dismissed. */
export async function bannerOf(
  context: Context,
  request: Request,
  banners: readonly OpenBanner[],
): Promise<ShellBanner | null> {
  const { db, clock } = context.get(appContext)
  const { person } = viewerIn(context)
  const shown = bannersFor(banners, person, clock())
  if (shown.length === 0) return null
  const dismissed = dismissedIn(request)
  const id = person
    ? await unseenBanner(
        db,
        person,
        shown.map((banner) => banner.id),
      )
    : shown.find((banner) => !dismissed.includes(banner.id))?.id
  const found = shown.find((banner) => banner.id === id)
  return found ? { id: found.id, title: found.title, words: found.words, link: found.link } : null
}

function dismissedIn(request: Request): readonly AnnouncementId[] {
  const ids = readOwnCookie(request, NAME)?.split('.').slice(0, MAX_DISMISSED) ?? []
  return ids.flatMap((id) => parseId<AnnouncementId>(id) ?? [])
}

/** The cookie of a visitor who has dismissed this one too. */
export function dismissedCookie(request: Request, id: AnnouncementId): string {
  const others = dismissedIn(request).filter((other) => other !== id)
  return ownCookie(NAME, [id, ...others].slice(0, MAX_DISMISSED).join('.'), SECONDS)
}
