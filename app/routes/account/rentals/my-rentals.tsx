import { Fragment } from 'react'
import { data, href } from 'react-router'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { CancelRentalDialog } from '#app/components/rental/cancel-rental-dialog.tsx'
import { MyWaitlist } from '#app/components/rental/my-waitlist.tsx'
import { RentalCard } from '#app/components/rental/rental-card.tsx'
import { timeLeft } from '#app/components/rental/waitlist-words.ts'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess, redirectWithToast } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Toast } from '#app/ui/toast-list.ts'
import type { Db } from '#db/connection.ts'
import type { RentalId, WaitlistEntryId } from '#db/ids.ts'
import {
  countMyRentals,
  findMyRental,
  myRentals,
  type RentalCounts,
} from '#domain/booking/rentals/lists/rental-queries.ts'
import { risksOf } from '#domain/booking/rentals/lists/risks.ts'
import { ownCredits } from '#domain/booking/rentals/records/own-credits.ts'
import { cancelRental, readRefundAhead } from '#domain/booking/rentals/rentals.ts'
import { leaveWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import { myWaitlist } from '#domain/booking/waitlist/waitlist-queries.ts'
import { unwrittenReviews } from '#domain/care/ratings/unwritten-reviews.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/my-rentals.ts'

export const meta: Route.MetaFunction = () => pageMeta('My Rentals')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { rentals: null }
  const { db, timeZone, clock } = context.get(appContext)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const tab = query.get('tab') === 'past' ? ('past' as const) : ('current' as const)
  const cancel = parseId<RentalId>(query.get('cancel'))
  const [rentals, counts, entries, cancelling, refund] = await Promise.all([
    myRentals(db, shopper, { tab, after: query.get('after') }, today, timeZone),
    countMyRentals(db, shopper, today),
    myWaitlist(db, shopper),
    cancel ? findMyRental(db, shopper, cancel, today, timeZone) : null,
    cancel ? readRefundAhead(db, shopper, cancel, clock()) : null,
  ])
  const waitlist = entries.map(({ heldUntil, ...entry }) => ({
    ...entry,
    held: heldUntil && {
      until: showInstant(heldUntil, timeZone),
      left: timeLeft(heldUntil, clock()),
    },
  }))
  const ids = rentals.rows.map(({ id }) => id)
  const [risks, toReview] = await Promise.all([
    risksOf(db, shopper, ids, timeZone),
    unwrittenReviews(db, shopper, ids, clock()),
  ])
  const shownRisks = Object.fromEntries(
    risks.map((risk) => [
      risk.rentalId,
      { ...risk, decidedAt: showInstant(risk.decidedAt, timeZone) },
    ]),
  )
  return {
    rentals,
    risks: shownRisks,
    toReview,
    counts,
    waitlist,
    tab,
    today,
    cancelling: cancelling?.mayCancel && refund ? { rental: cancelling, refund } : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const { db, clock, originOf } = context.get(appContext)
  const form = await readForm(request)
  if (form.get('intent') === 'leave-waitlist') return await answerLeave(db, shopper, form, clock())
  const rentalId = parseId<RentalId>(form.get('rental'))
  const taken = await countAttempt(context.get(appContext), 'cancel-rental', shopper.id)
  if (!taken.ok) {
    const text = 'You have reached today’s limit for cancellations. Please try again tomorrow.'
    return redirectWithError(href('/my-rentals'), text)
  }
  const outcome = rentalId
    ? await cancelRental(
        db,
        shopper,
        { rentalId, origin: originOf(request), seen: form.get('seen')?.toString() ?? null },
        clock(),
      )
    : ({ ok: false, problem: { reason: 'rental-not-found' } } as const)
  if (rentalId && !outcome.ok && outcome.problem.reason === 'refund-changed')
    return redirectWithError(
      `${href('/my-rentals/:id', { id: rentalId })}?cancel`,
      CANCEL_SENTENCES['refund-changed'],
    )
  const toast = outcome.ok
    ? await cancelledToast(context, shopper, rentalId)
    : ({ type: 'error', text: CANCEL_SENTENCES[outcome.problem.reason] } as const)
  return redirectWithToast(href('/my-rentals'), toast)
}

/** Answers "Leave". */
async function answerLeave(db: Db, shopper: Shopper, form: FormData, now: Date) {
  const entryId = parseId<WaitlistEntryId>(form.get('entry'))
  const left = entryId && (await leaveWaitlist(db, shopper, { entryId }, now))
  return left?.ok
    ? redirectWithSuccess(href('/my-rentals'), 'You have left the waitlist.')
    : redirectWithError(href('/my-rentals'), 'This waitlist entry was not found.')
}

/** Says that the credits are back only if all of them are, and can be spent. */
async function cancelledToast(
  context: Route.ActionArgs['context'],
  shopper: Shopper,
  rentalId: RentalId | null,
): Promise<Toast> {
  const { db, timeZone } = context.get(appContext)
  const rental = rentalId && (await findMyRental(db, shopper, rentalId, todayIn(context), timeZone))
  const toast = { type: 'success', text: 'Rental canceled.' } as const
  if (!rental || ownCredits(rental) === 0) return toast
  return rental.creditsOnHold === 0 && rental.creditsReturned >= ownCredits(rental)
    ? { ...toast, text: `${toast.text} We have returned your credits.` }
    : {
        ...toast,
        link: {
          text: 'See what happened to your credits',
          to: href('/my-rentals/:id', { id: rental.id }),
        },
      }
}

const CANCEL_SENTENCES = {
  'rental-not-found': 'This rental was not found.',
  'refund-changed': 'What you get back has changed. Please look again before you cancel.',
  'too-late': 'The item has been delivered, so the rental can no longer be canceled.',
}

export default function MyRentals({ loaderData }: Route.ComponentProps) {
  if (!loaderData.rentals) return <AdminNotice title="My Rentals" />
  const { rentals, risks, toReview, counts, waitlist, tab, today, cancelling } = loaderData
  return (
    <div className="page-column py-10 sm:py-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <h1>My Rentals</h1>
        <TextLink to={href('/my-rentals/calendar')}>Calendar link</TextLink>
      </div>
      <Banners counts={counts} tab={tab} />
      <MyWaitlist entries={waitlist} />
      <div className="mt-8">
        <Tabs
          label="Rentals"
          tabs={[
            {
              to: href('/my-rentals'),
              label: 'Current',
              current: tab === 'current',
              count: counts.current,
            },
            {
              to: `${href('/my-rentals')}?tab=past`,
              label: 'Past',
              current: tab === 'past',
              count: counts.past,
            },
          ]}
        />
      </div>
      {rentals.rows.length === 0 ? (
        <Nothing tab={tab} />
      ) : (
        <>
          {rentals.leading > 0 && <p className="eyebrow mt-8">Next</p>}
          {rentals.rows.map((rental, index) => (
            <Fragment key={rental.id}>
              {index > 0 && index === rentals.leading && (
                <p className="eyebrow mt-10">{tab === 'current' ? 'Upcoming' : 'Earlier'}</p>
              )}
              <RentalCard
                rental={rental}
                risk={risks[rental.id]}
                mayReview={toReview.includes(rental.id)}
                today={today}
                priority={index < 3}
              />
            </Fragment>
          ))}
        </>
      )}
      {rentals.next && (
        <div className="mt-10 text-center">
          <LinkButton
            to={`${href('/my-rentals')}?tab=${tab}&after=${rentals.next}`}
            kind="secondary"
          >
            Older rentals
          </LinkButton>
        </div>
      )}
      {cancelling && (
        <CancelRentalDialog
          rental={cancelling.rental}
          refund={cancelling.refund}
          backTo={href('/my-rentals')}
        />
      )}
    </div>
  )
}

type Tab = 'current' | 'past'

/** Rentals that need attention, above both tabs; it links to Past. */
function Banners({ counts: { overdue, unreviewed }, tab }: { counts: RentalCounts; tab: Tab }) {
  const seeThem = (many: number) =>
    tab === 'current' && (
      <>
        {' '}
        <TextLink to={`${href('/my-rentals')}?tab=past`}>
          Show {many === 1 ? 'it' : 'them'}
        </TextLink>
      </>
    )
  return (
    <>
      {overdue > 0 && (
        <Notice kind="error" className="mt-6">
          {overdue === 1 ? 'One item is' : `${overdue} items are`} late. Please return{' '}
          {overdue === 1 ? 'it' : 'them'} as soon as you can.
          {seeThem(overdue)}
        </Notice>
      )}
      {unreviewed > 0 && (
        <Notice className="mt-6">
          {unreviewed === 1 ? 'One item has' : `${unreviewed} items have`} been returned. The closet
          is checking {unreviewed === 1 ? 'its' : 'their'} condition.{seeThem(unreviewed)}
        </Notice>
      )}
    </>
  )
}

const NOTHING = {
  current: { title: 'No current rentals', line: 'Items you rent appear here.' },
  past: { title: 'No past rentals yet', line: 'Rentals that have ended appear here.' },
}

function Nothing({ tab }: { tab: Tab }) {
  return (
    <EmptyState
      title={NOTHING[tab].title}
      action={
        <>
          <LinkButton to={href('/styles')}>Browse Items</LinkButton>
          <SearchLink />
        </>
      }
    >
      {NOTHING[tab].line}
    </EmptyState>
  )
}
