import { data, href, redirect, useNavigation } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AnnouncementPreview } from '#app/components/admin/announcements/announcement-preview.tsx'
import {
  ALREADY_PUBLISHED,
  ANNOUNCEMENT_GONE,
  peopleInWords,
  TOO_MANY_EMAILS,
  TOO_MANY_OPEN,
  whomInWords,
} from '#app/components/admin/announcements/announcement-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { AnnouncementId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { EMAIL_HOUR } from '#domain/site/announcements/announcement-limits.ts'
import { draftIn } from '#domain/site/announcements/announcements.ts'
import {
  countReached,
  publishAnnouncement,
} from '#domain/site/announcements/publish-announcement.ts'
import type { Route } from './+types/announcement-publish.ts'
import { announcementAt, sentencesFor } from './save-announcement.ts'

export const meta: Route.MetaFunction = () => pageMeta('Publish announcement')

/** The preview of a draft, and the question before it is published. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const announcement = await announcementAt(context, params.id)
  if (announcement.publishedAt)
    throw redirect(href('/admin/announcements/:id', { id: announcement.id }))
  const reached = await countReached(adminIn(context).db, announcement)
  return { announcement, reached, today: todayIn(context) }
}

const NOT_PUBLISHED = 'The announcement could not be published. Please try again.'
const CHANGED =
  'Another admin has changed this draft. It is shown below as it is now; please check it again.'

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const id = orNotFound(parseId<AnnouncementId>(params.id))
  const form = await readForm(request)
  const seen = String(form.get('seen') ?? '')
  const at = { now: clock(), timeZone }
  const published = await attempt(context, request, () =>
    publishAnnouncement(db, admin, { id, seen }, at),
  )
  const page = href('/admin/announcements/:id', { id })
  if (published.ok) return redirectWithSuccess(page, 'The announcement is published.')
  const { problem: refusal } = published
  switch (refusal.reason) {
    case 'announcement-not-found':
      return redirectWithError(href('/admin/announcements'), ANNOUNCEMENT_GONE)
    case 'already-published':
      return redirectWithError(page, ALREADY_PUBLISHED)
    case 'edit-conflict':
      // With status 200, so that the page is loaded again and shows what the other admin saved.
      return data(problem(CHANGED))
    case 'not-valid':
      return answerProblem(problem(Object.values(sentencesFor(refusal.problems)).join(' ')))
    case 'too-many-open':
      return answerProblem(problem(TOO_MANY_OPEN))
    case 'too-many-emails':
      return answerProblem(problem(TOO_MANY_EMAILS))
    case 'unexpected':
      return answerProblem(problem(NOT_PUBLISHED), 500)
  }
}

export default function PublishAnnouncement({ loaderData, actionData }: Route.ComponentProps) {
  const { announcement, reached, today } = loaderData
  const { id, version } = announcement
  const busy = useNavigation().formMethod === 'POST'
  return (
    <AdminFrame title="Publish announcement">
      <div className="mt-8 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-10">
        <Form
          method="post"
          key={version}
          answer={actionData}
          failed={NOT_PUBLISHED}
          className="grid gap-4 rounded-control border border-line bg-sheet p-5"
        >
          <input type="hidden" name="seen" value={version} />
          <h2 className="text-2xl">Publish it for {whomInWords(announcement)}?</h2>
          <ul className="grid list-disc gap-1 pl-5">
            {reachedInWords(announcement, reached, today).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p>A published announcement cannot be changed, only ended early.</p>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} busyText="Publishing...">
              Publish
            </Button>
            <LinkButton to={href('/admin/announcements/:id', { id })} kind="secondary">
              Keep editing
            </LinkButton>
            <LinkButton to={href('/admin/announcements')} kind="quiet">
              Leave it as a draft
            </LinkButton>
          </div>
        </Form>
        <AnnouncementPreview draft={draftIn(announcement)} />
      </div>
    </AdminFrame>
  )
}

type Announcement = Route.ComponentProps['loaderData']['announcement']
type Reached = Route.ComponentProps['loaderData']['reached']

/** What happens when it is published: to how many people, and when. */
function reachedInWords(
  { audience, hasBanner, hasEmail, startsOn, endsOn }: Announcement,
  { accounts, emails }: Reached,
  today: CalendarDate,
): string[] {
  const isToday = startsOn === today
  const from = isToday ? 'from now on' : `from ${showDate(startsOn)}`
  const visitors = audience === 'everybody' ? 'every visitor and ' : ''
  const begins = isToday ? 'at once' : `on ${showDate(startsOn)}, from ${EMAIL_HOUR} AM on`
  return [
    ...(hasBanner
      ? [
          `A banner for ${visitors}${peopleInWords(accounts)} with an account, ${from} to the end of ${showDate(endsOn)}.`,
        ]
      : []),
    ...(hasEmail
      ? [
          `An email to ${peopleInWords(emails)}, ${begins}.${emails < accounts ? ' The others have turned announcements off or not confirmed their address.' : ''}`,
        ]
      : []),
  ]
}
