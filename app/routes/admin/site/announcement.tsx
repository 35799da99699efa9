import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AnnouncementFacts } from '#app/components/admin/announcements/announcement-facts.tsx'
import { AnnouncementFields } from '#app/components/admin/announcements/announcement-fields.tsx'
import { AnnouncementPreview } from '#app/components/admin/announcements/announcement-preview.tsx'
import {
  ALREADY_PUBLISHED,
  ANNOUNCEMENT_GONE,
  ANNOUNCEMENT_NOT_SAVED,
} from '#app/components/admin/announcements/announcement-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { AnnouncementId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { announcementState } from '#domain/site/announcements/announcement-state.ts'
import { draftIn } from '#domain/site/announcements/announcements.ts'
import { deleteDraft } from '#domain/site/announcements/edit-announcement.ts'
import { endAnnouncement } from '#domain/site/announcements/publish-announcement.ts'
import type { Route } from './+types/announcement.ts'
import { announcementAt, formChoices, saveDraft } from './save-announcement.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.announcement.title ?? 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const announcement = await announcementAt(context, params.id)
  return {
    announcement,
    state: announcementState(announcement, adminIn(context).clock()),
    asks: new URL(request.url).searchParams.get('ask'),
    ...(await formChoices(context)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = orNotFound(parseId<AnnouncementId>(params.id))
  const form = await readForm(request)
  if (form.get('intent') === 'end') return await endEarly(context, request, id)
  if (form.get('intent') === 'delete') return await remove(context, request, id)
  return await saveDraft(context, request, { form, id })
}

const END_SENTENCES = {
  'announcement-not-found': ANNOUNCEMENT_GONE,
  'not-published': 'This announcement is not published yet.',
  'already-ended': 'This announcement has ended already.',
  unexpected: 'The announcement could not be ended. Please try again.',
} as const

async function endEarly(context: Context, request: Request, id: AnnouncementId) {
  const { db, clock, admin } = adminIn(context)
  const ended = await attempt(context, request, () => endAnnouncement(db, admin, id, clock()))
  const page = href('/admin/announcements/:id', { id })
  if (ended.ok) return redirectWithSuccess(page, 'The announcement is ended.')
  const { reason } = ended.problem
  const back = reason === 'announcement-not-found' ? href('/admin/announcements') : page
  return redirectWithError(back, END_SENTENCES[reason])
}

async function remove(context: Context, request: Request, id: AnnouncementId) {
  const { db, clock, admin } = adminIn(context)
  const removed = await attempt(context, request, () => deleteDraft(db, admin, id, clock()))
  if (removed.ok) return redirectWithSuccess(href('/admin/announcements'), 'The draft is deleted.')
  const { reason } = removed.problem
  const sentence = reason === 'unexpected' ? ANNOUNCEMENT_NOT_SAVED : ALREADY_PUBLISHED
  return redirectWithError(href('/admin/announcements/:id', { id }), sentence)
}

export default function Announcement({ loaderData, actionData }: Route.ComponentProps) {
  const { announcement, state, asks, cities, today } = loaderData
  const { id, title, version } = announcement
  const here = href('/admin/announcements/:id', { id })
  const isOpen = state === 'live' || state === 'scheduled'
  return (
    <AdminFrame
      title={state === 'draft' ? 'Edit announcement' : title}
      line={state === 'draft' ? title : undefined}
      actions={
        state === 'draft' ? (
          <LinkButton to={`${here}?ask=delete`} kind="secondary">
            Delete draft
          </LinkButton>
        ) : (
          <>
            <LinkButton to={`${href('/admin/announcements/new')}?from=${id}`} kind="secondary">
              Copy to a new draft
            </LinkButton>
            {isOpen && (
              <LinkButton to={`${here}?ask=end`} kind="secondary">
                End early
              </LinkButton>
            )}
          </>
        )
      }
    >
      {state === 'draft' ? (
        <AnnouncementFields
          {...{ id, version, cities, today }}
          draft={draftIn(announcement)}
          answer={actionData}
        />
      ) : (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
          <AnnouncementFacts announcement={announcement} state={state} />
          <AnnouncementPreview draft={draftIn(announcement)} />
        </div>
      )}
      {asks === 'delete' && state === 'draft' && (
        <ConfirmDialog
          question="Delete this draft? This action cannot be undone."
          open
          closeTo={here}
          action={here}
          fields={{ intent: 'delete' }}
          confirmText="Delete"
          danger
          failed={ANNOUNCEMENT_NOT_SAVED}
        />
      )}
      {asks === 'end' && isOpen && (
        <ConfirmDialog
          question="End this announcement now?"
          open
          closeTo={here}
          action={here}
          fields={{ intent: 'end' }}
          confirmText="End early"
          danger
          failed={END_SENTENCES.unexpected}
        >
          <p className="text-soft">
            Its banner disappears at once, and emails that have not been sent are not. It cannot
            begin again.
          </p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}
