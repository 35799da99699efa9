import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AnnouncementFields } from '#app/components/admin/announcements/announcement-fields.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminIn } from '#app/request/contexts.ts'
import type { AnnouncementId } from '#db/ids.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { draftIn, findAnnouncement } from '#domain/site/announcements/announcements.ts'
import type { Route } from './+types/announcement-new.ts'
import { formChoices, saveDraft } from './save-announcement.ts'

export const meta: Route.MetaFunction = () => pageMeta('New announcement')

/** With `from`, it starts as a copy of another announcement, without its days. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const from = parseId<AnnouncementId>(new URL(request.url).searchParams.get('from'))
  const copied = from && (await findAnnouncement(db, admin, from))
  return {
    id: newId(),
    copied: copied ? { ...draftIn(copied), startsOn: null, endsOn: null } : null,
    ...(await formChoices(context)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await saveDraft(context, request, { form: await readForm(request), id: null })
}

export default function NewAnnouncement({ loaderData, actionData }: Route.ComponentProps) {
  const { id, copied, cities, today } = loaderData
  return (
    <AdminFrame title="New announcement">
      <AnnouncementFields
        {...{ id, cities, today }}
        draft={copied}
        version={null}
        answer={actionData}
      />
    </AdminFrame>
  )
}
