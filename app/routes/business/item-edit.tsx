import { data, href } from 'react-router'
import { BlockedDates } from '#app/components/closet/blocked-dates.tsx'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { ItemFields } from '#app/components/manage/item-fields.tsx'
import { itemStatusWords } from '#app/components/manage/item-status-words.ts'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { ComingUp } from '#app/components/manage/upcoming-rentals.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext, closetOwnerContext, ownerIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import {
  answerChangedItem,
  answerListingProblem,
  answerShownAgain,
  readItemDetails,
  readItemPost,
  tooLarge,
} from '#app/routes/manage/save-item.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ItemId } from '#db/ids.ts'
import { upcomingRentals } from '#domain/booking/rentals/lists/upcoming-rentals.ts'
import {
  type BlockProblem,
  blockDates,
  freeDates,
} from '#domain/catalogue/items/listing/blocked-dates.ts'
import { editItem } from '#domain/catalogue/items/listing/listing.ts'
import { findOwnItem } from '#domain/catalogue/items/listing/own-items.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import type { Route } from './+types/item-edit.ts'
import { blockSentences } from './block-sentences.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Edit ${loaderData.item.title}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const id = orNotFound(parseId<ItemId>(params.id))
  const owner = context.get(closetOwnerContext)
  const item = orNotFound(await findOwnItem(db, owner, id, today))
  const [{ userToUserEnabled }, rentals] = await Promise.all([
    readPlatformSettings(db),
    upcomingRentals(db, owner, item.id, today),
  ])
  return { item, rentals, today, mayAdd: userToUserEnabled }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, owner } = ownerIn(context)
  const itemId = orNotFound(parseId<ItemId>(params.id))
  const posted = await readItemPost(context, request, owner)
  if (!posted) return tooLarge()
  const shownAgain = answerShownAgain(context, posted)
  if (shownAgain) return shownAgain
  const { form } = posted
  const intent = form.get('intent')
  if (intent === 'block' || intent === 'free') return changeDates(context, itemId, form, intent)
  const read = readItemDetails(posted, 'closet')
  if (!read.ok) return read.answer
  const edit = { itemId, ...read.details, seen: seenIn(form) }
  const outcome = await editItem(db, owner, edit, clock())
  if (!outcome.ok) {
    if (outcome.problem.reason === 'item-not-found') throw data(null, { status: 404 })
    if (outcome.problem.reason === 'edit-conflict') {
      const theirs = await findOwnItem(db, owner, itemId, todayIn(context))
      const by = await lastEditor(db, owner, { noun: 'item', nounId: itemId })
      if (theirs) return answerChangedItem(theirs, read.details, form, by)
    }
    return answerListingProblem(outcome.problem, form)
  }
  return redirectWithSuccess(
    href('/business'),
    outcome.value.isComplete
      ? 'Saved. The item appears in the shop once it has been approved.'
      : outcome.value.isReviewedAgain
        ? 'Saved. The item will be visible again once your changes are approved.'
        : 'Your item has been saved.',
  )
}

async function changeDates(
  context: Route.ActionArgs['context'],
  itemId: ItemId,
  form: FormData,
  intent: 'block' | 'free',
) {
  const { db, clock, owner } = ownerIn(context)
  const start = parseCalendarDate(form.get('start'))
  const end = parseCalendarDate(form.get('end'))
  if (!start || !end) return answerDates(form, 'dates-invalid')
  const range = { itemId, start, end }
  const outcome =
    intent === 'block'
      ? await blockDates(db, owner, range, clock(), todayIn(context))
      : await freeDates(db, owner, range, clock())
  if (!outcome.ok) return answerDates(form, outcome.problem.reason)
  const text = intent === 'block' ? 'Dates blocked.' : 'Dates unblocked.'
  return redirectWithSuccess(href('/business/items/:id', { id: itemId }), text)
}

function answerDates(form: FormData, reason: BlockProblem['reason']) {
  if (reason === 'item-not-found') throw data(null, { status: 404 })
  return answerProblem(problem('', { fields: { end: blockSentences[reason] }, form }))
}

export default function EditItem({ loaderData, actionData }: Route.ComponentProps) {
  const { item, rentals, today, mayAdd } = loaderData
  const { label, kind } = itemStatusWords[item.status]
  const aboutDates = actionData?.values.intent === 'block' ? actionData : undefined
  return (
    <ClosetFrame
      title="Edit Item"
      line={
        <>
          <Badge kind={kind}>{label}</Badge>{' '}
          {item.paused && item.status !== 'paused' && <Badge>Paused</Badge>} {item.location}
        </>
      }
      actions={
        <>
          {mayAdd && (
            <LinkButton to={`${href('/business/items/new')}?like=${item.id}`} kind="secondary">
              Duplicate
            </LinkButton>
          )}
          <LinkButton to={href('/item/:id', { id: item.id })} kind="secondary">
            View item page
          </LinkButton>
        </>
      }
    >
      {item.status === 'denied' && item.denialReason && (
        <Notice kind="error" className="mt-8 max-w-prose">
          Not approved. Reason: {item.denialReason}
        </Notice>
      )}
      {item.status === 'draft' && (
        <Notice className="mt-8 max-w-prose">
          This item needs a photo. Once it has one, it is reviewed and then appears in the shop.
        </Notice>
      )}
      <div className="mt-10">
        <ItemFields
          kind="closet"
          item={item}
          answer={aboutDates ? undefined : actionData}
          submitText="Save Changes"
          cancelTo={href('/business')}
          isReviewed={item.status !== 'pending' && item.status !== 'draft'}
        />
      </div>
      <ComingUp rentals={rentals} today={today} paths={closetRentalPaths} />
      <section aria-labelledby="blocked" className="mt-16 border-t border-line pt-12">
        <h2 id="blocked" className="text-[1.75rem]">
          Blocked dates
        </h2>
        <p className="mt-2 mb-8 max-w-prose text-soft">
          This item is not available for rent on these days. To close your whole closet, add{' '}
          <TextLink to={href('/business/holidays')}>time off</TextLink>.
        </p>
        <BlockedDates
          key={item.blockedDates.join()}
          today={today}
          blocked={item.blockedDates}
          holidays={item.holidayDates}
          rented={item.rented}
          answer={aboutDates}
        />
      </section>
    </ClosetFrame>
  )
}
