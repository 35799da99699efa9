import { data, redirect } from 'react-router'
import { readForm } from '#app/forms/read-form.ts'
import { dismissedCookie } from '#app/request/choices/dismissed-banners.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import type { AnnouncementId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { dismissBanner } from '#domain/site/announcements/announcements.ts'
import type { Route } from './+types/dismiss-announcement.ts'

/** Dismisses a banner and returns to its page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const id = parseId<AnnouncementId>(form.get('announcement'))
  if (!id) throw data(null, { status: 400 })
  const { db, clock } = context.get(appContext)
  const { person } = viewerIn(context)
  if (person) await dismissBanner(db, person, id, clock())
  const headers = person ? undefined : { 'Set-Cookie': dismissedCookie(request, id) }
  return redirect(safeReturnTo(String(form.get('return_to') ?? '')), { headers })
}
