import { href } from 'react-router'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ProfileFrame } from '#app/components/profile/profile-frame.tsx'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Form } from '#app/ui/form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { PersonId } from '#db/ids.ts'
import { blockedPeople, unblock } from '#domain/care/blocks/blocks.ts'
import { parseId } from '#domain/shared/ids.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/blocked-people.ts'

export const meta: Route.MetaFunction = () => pageMeta('Blocked people')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db, timeZone } = context.get(appContext)
  const after = new URL(request.url).searchParams.get('after')
  const { rows, next } = await blockedPeople(db, shopper, after)
  return {
    people: rows.map(({ at, ...person }) => ({
      ...person,
      since: showDate(calendarDateIn(timeZone, at)),
    })),
    isFirst: after === null,
    next: next && `?${new URLSearchParams({ after: next })}`,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const shopper = shopperIn(context)
  const id = parseId<PersonId>(form.get('person'))
  if (shopper && id) await unblock(context.get(appContext).db, shopper, id)
  return redirectWithSuccess(href('/profile/blocked'), 'Unblocked.')
}

/** The people whom the viewer has blocked. Nobody is told who has blocked them. */
export default function BlockedPeople({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title="Blocked people" />
  const { people, isFirst, next } = loaderData
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Blocked people</h1>
      <p className="mt-3 max-w-[52ch] text-soft">
        You and the people you block cannot rent from or message each other. We do not notify them.
      </p>
      {people.length === 0 ? (
        <EmptyState title="You have not blocked anyone" />
      ) : (
        <ul className="mt-8 max-w-2xl border-t border-line">
          {people.map(({ id, fullName, since }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <p className="wrap-anywhere">{fullName}</p>
                <p className="text-sm text-soft">Blocked on {since}</p>
              </div>
              <Form method="post" warnUnsaved={false}>
                <input type="hidden" name="person" value={id} />
                <Button kind="secondary" size="small">
                  Unblock<span className="sr-only"> {fullName}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination
          label="Blocked people"
          first={isFirst ? null : href('/profile/blocked')}
          next={next}
        />
      </div>
    </ProfileFrame>
  )
}
