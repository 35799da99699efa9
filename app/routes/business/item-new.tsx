import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { type ItemDraft, ItemFields } from '#app/components/manage/item-fields.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, type Problem, problem } from '#app/forms/forms.ts'
import { appContext, type Context, ownerIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt, keepAttempts } from '#app/request/limits.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import {
  answerListingProblem,
  answerShownAgain,
  readItemDetails,
  readItemPost,
  tooLarge,
} from '#app/routes/manage/save-item.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Db } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { copyImages } from '#domain/catalogue/images/images.ts'
import { fieldsOf as valuesOf } from '#domain/catalogue/items/fields/item-fields.ts'
import { photosOfOwnItems } from '#domain/catalogue/items/fields/item-photos.ts'
import { type Lending, newestLending } from '#domain/catalogue/items/fields/lending.ts'
import { blockDates } from '#domain/catalogue/items/listing/blocked-dates.ts'
import { rangeProblem } from '#domain/catalogue/items/listing/date-range.ts'
import { type ItemDetails, listItem } from '#domain/catalogue/items/listing/listing.ts'
import { findOwnItem } from '#domain/catalogue/items/listing/own-items.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import type { Route } from './+types/item-new.ts'
import { rangeSentences } from './block-sentences.ts'

export const meta: Route.MetaFunction = () => pageMeta('Add Item')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, owner } = ownerIn(context)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const [{ userToUserEnabled }, begun] = await Promise.all([
    readPlatformSettings(db),
    initialDraft(db, owner, query, today),
  ])
  return { mayAdd: userToUserEnabled, begun, today, formKey: query.toString() }
}

const FIRST_LENDING: Lending = { advanceBooking: true, turnaroundDays: 0 }

/**
 * A copy starts with everything that the form has, also its photos; the next item of a series with what
 * often stays the same. Any other item is lent like the newest one; the first can be booked ahead,
 * because an item with one rental at a time leaves the shop with its first request.
 */
async function initialDraft(
  db: Db,
  owner: ClosetOwner,
  query: URLSearchParams,
  today: CalendarDate,
): Promise<Partial<ItemDraft>> {
  const copied = parseId<ItemId>(query.get('like'))
  const before = parseId<ItemId>(query.get('after'))
  const id = copied ?? before
  const item = id && (await findOwnItem(db, owner, id, today))
  if (!item) {
    const lending = await newestLending(db, owner)
    return { lending: lending ?? FIRST_LENDING }
  }
  const { title, description, sku, replacementValueCents, ...same } = valuesOf(item)
  const { lending, measurements, imageId, photoIds } = item
  if (!copied) return { ...same, lending }
  const own = { title: copyTitle(title), description, replacementValueCents }
  return { ...own, ...same, lending, measurements, imageId, photoIds }
}

const MAX_TITLE = 120
const COPY = ' (copy)'

/** So that the list of items tells the copy from its original. */
function copyTitle(title: string): string {
  return `${title.slice(0, MAX_TITLE - COPY.length).toWellFormed()}${COPY}`
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, owner } = ownerIn(context)
  const today = todayIn(context)
  const posted = await readItemPost(context, request, owner)
  if (!posted) return tooLarge()
  const shownAgain = answerShownAgain(context, posted)
  if (shownAgain) return shownAgain
  const { form } = posted
  const read = readItemDetails(posted, 'closet')
  if (!read.ok) return read.answer
  const blocked = blockedIn(form, today)
  if (blocked?.wrong)
    return answerProblem(problem('', { fields: { block_end: blocked.wrong }, form }))
  const copied = await copyPhotos(context, owner, read.details)
  if (!copied.ok)
    return answerProblem(problem('', { fields: { image_id: copied.sentence }, form }), 429)
  return addItem(db, owner, { details: copied.details, form, blocked, now: clock(), today })
}

type Added = {
  readonly details: ItemDetails
  readonly form: FormData
  readonly blocked: { readonly start: CalendarDate; readonly end: CalendarDate } | null
  readonly now: Date
  readonly today: CalendarDate
}

async function addItem(db: Db, owner: ClosetOwner, { details, form, blocked, now, today }: Added) {
  const requestKey = requestKeyIn(form)
  const outcome = await listItem(db, owner, { ...details, requestKey }, now)
  if (!outcome.ok) return answerListingProblem(outcome.problem, form)
  const { itemId } = outcome.value
  // It cannot be rented before it is approved, so its dates can be saved afterwards.
  if (blocked) await blockDates(db, owner, { itemId, ...blocked }, now, today)
  const text = 'Item added. It appears in the shop once it has been approved.'
  const to =
    form.get('next') === 'another'
      ? `${href('/business/items/new')}?after=${itemId}`
      : href('/business')
  return redirectWithSuccess(to, text)
}

/** The days on which the new item is not available; null when none are given. */
function blockedIn(form: FormData, today: CalendarDate) {
  const [from, to] = [form.get('block_start') ?? '', form.get('block_end') ?? '']
  if (from === '' && to === '') return null
  const start = parseCalendarDate(from)
  const end = parseCalendarDate(to)
  if (!start || !end) return { start: today, end: today, wrong: rangeSentences['dates-invalid'] }
  const reason = rangeProblem(start, end, today)
  return { start, end, wrong: reason ? rangeSentences[reason] : null }
}

export default function NewItem({ loaderData, actionData }: Route.ComponentProps) {
  const { mayAdd, begun, today, formKey } = loaderData
  return (
    <ClosetFrame title="Add Item">
      <div className="mt-8">
        {mayAdd ? (
          <ItemFields
            key={formKey}
            kind="closet"
            item={null}
            begun={begun}
            answer={actionData}
            submitText="Add Item"
            cancelTo={href('/business')}
            hasAddAnother
          >
            <BlockFirstDates today={today} answer={actionData} />
          </ItemFields>
        ) : (
          <EmptyState
            title="Only admins can post items at the moment."
            action={<LinkButton to={href('/business')}>My Closet</LinkButton>}
          >
            Your existing items stay listed.
          </EmptyState>
        )}
      </div>
    </ClosetFrame>
  )
}

/**
 * Days on which a new item is not available, entered while adding it; more can be blocked later.
 */
function BlockFirstDates({ today, answer }: { today: CalendarDate; answer: Problem | undefined }) {
  const field = fieldsOf(answer)
  const shown = (name: string) => ({
    ...field(name),
    type: 'date',
    min: today,
    optional: true,
    className: 'min-w-0',
  })
  return (
    <fieldset>
      <legend className="text-sm font-medium">Not available for rent on these days</legend>
      <div className="mt-2 grid max-w-md grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
        <Field label="First day" {...shown('block_start')} />
        <Field label="Last day" {...shown('block_end')} />
      </div>
    </fieldset>
  )
}

type Copied =
  | { readonly ok: true; readonly details: ItemDetails }
  | { readonly ok: false; readonly sentence: string }

/**
 * Replaces photos that another item of the closet already shows with copies, because each item has
 * its own photos. Each copy counts as an upload; a photo whose file is gone is asked for again.
 */
async function copyPhotos(
  context: Context,
  owner: ClosetOwner,
  details: ItemDetails,
): Promise<Copied> {
  const app = context.get(appContext)
  const { imageId, photoIds = [] } = details
  const shown = await photosOfOwnItems(app.db, owner, [...new Set([imageId, ...photoIds])])
  if (shown.length === 0) return { ok: true, details }
  for (const _ of shown) {
    const taken = await countAttempt(app, 'upload', owner.id)
    if (!taken.ok)
      return {
        ok: false,
        sentence: `Too many uploads. ${tryAgainIn(taken.problem.retryAfterSeconds)}`,
      }
  }
  const copies = await copyImages(app.db, app.images, owner, shown, app.clock())
  if (!copies.ok) return { ok: false, sentence: imageSentences[copies.problem.reason] }
  keepAttempts()
  const copyOf = (id: typeof imageId) => copies.value.get(id) ?? id
  return {
    ok: true,
    details: { ...details, imageId: copyOf(imageId), photoIds: photoIds.map(copyOf) },
  }
}
