import { data, Link, redirect, useNavigate } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { RentalCard } from '#app/components/rental/rental-card.tsx'
import { creditsInWords } from '#app/components/shell/shell.ts'
import { appContext, shopperIn, todayIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import {
  countMyRentals,
  findMyRental,
  myRentals,
  type RentalCounts,
} from '#domain/rentals/rental-queries.ts'
import { cancelRental } from '#domain/rentals/rentals.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/my-rentals.ts'

export const meta: Route.MetaFunction = () => pageMeta('My Rentals')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { rentals: null }
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const tab = query.get('tab') === 'past' ? ('past' as const) : ('current' as const)
  const cancel = parseId(query.get('cancel'))
  const [rentals, counts, cancelling] = await Promise.all([
    myRentals(db, shopper, { tab, after: query.get('after') }, today),
    countMyRentals(db, shopper, today),
    cancel ? findMyRental(db, shopper, cancel, today) : null,
  ])
  return { rentals, counts, tab, today, cancelling: cancelling?.mayCancel ? cancelling : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const { db, clock, originOf } = context.get(appContext)
  const form = await request.formData()
  const rentalId = parseId(form.get('rental'))
  const outcome = rentalId
    ? await cancelRental(db, shopper, { rentalId, origin: originOf(request) }, clock())
    : ({ ok: false, problem: { reason: 'rental-not-found' } } as const)
  const toast = outcome.ok
    ? ({ type: 'success', text: 'Cancelled. Your credits are back.' } as const)
    : ({ type: 'error', text: CANCEL_SENTENCES[outcome.problem.reason] } as const)
  return redirect('/my-rentals', { headers: { 'Set-Cookie': flash(toast) } })
}

const CANCEL_SENTENCES = {
  'rental-not-found': 'This rental was not found.',
  'too-late': 'It has been delivered, so it cannot be cancelled any more.',
}

export default function MyRentals({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!loaderData.rentals) return <AdminNotice title="My Rentals" />
  const { rentals, counts, tab, today, cancelling } = loaderData
  return (
    <div className="page-column py-10 sm:py-16">
      <h1>My Rentals</h1>
      <Banners counts={counts} tab={tab} />
      <div className="mt-8">
        <Tabs
          label="Rentals"
          tabs={[
            {
              to: '/my-rentals',
              label: 'Current',
              current: tab === 'current',
              count: counts.current,
            },
            { to: '/my-rentals?tab=past', label: 'Past', current: tab === 'past' },
          ]}
        />
      </div>
      {rentals.rows.length === 0 ? (
        <Nothing tab={tab} />
      ) : (
        rentals.rows.map((rental, index) => (
          <RentalCard key={rental.id} rental={rental} today={today} priority={index < 3} />
        ))
      )}
      {rentals.next && (
        <div className="mt-10 text-center">
          <LinkButton to={`/my-rentals?tab=${tab}&after=${rentals.next}`} kind="secondary">
            Older rentals
          </LinkButton>
        </div>
      )}
      {cancelling && (
        <ConfirmDialog
          key={cancelling.id}
          question={`Cancel the rental of ${cancelling.title}?`}
          open={cancelling}
          onClose={() => navigate('/my-rentals', { preventScrollReset: true })}
          action="/my-rentals"
          fields={{ rental: cancelling.id }}
          confirmText="Cancel rental"
          cancelText="Keep it"
          danger
        >
          <p className="text-soft">
            {creditsInWords(cancelling.totalCredits)} return to your balance, as long as they have
            not expired meanwhile.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

type Tab = 'current' | 'past'

/** What asks for attention, above both tabs; it leads Past. */
function Banners({ counts: { overdue, unreviewed }, tab }: { counts: RentalCounts; tab: Tab }) {
  const seeThem = (many: number) =>
    tab === 'current' && (
      <>
        {' '}
        <Link to="/my-rentals?tab=past" className="text-link">
          Show {many === 1 ? 'it' : 'them'}
        </Link>
      </>
    )
  return (
    <>
      {overdue > 0 && (
        <Notice kind="error" className="mt-6">
          {overdue === 1 ? 'One rental is' : `${overdue} rentals are`} overdue. Please return{' '}
          {overdue === 1 ? 'it' : 'them'} as soon as you can.
          {seeThem(overdue)}
        </Notice>
      )}
      {unreviewed > 0 && (
        <Notice className="mt-6">
          {unreviewed === 1 ? 'One rental is' : `${unreviewed} rentals are`} back and{' '}
          {unreviewed === 1 ? 'waits' : 'wait'} for the closet’s look at{' '}
          {unreviewed === 1 ? 'it' : 'them'}.{seeThem(unreviewed)}
        </Notice>
      )}
    </>
  )
}

function Nothing({ tab }: { tab: Tab }) {
  return tab === 'current' ? (
    <EmptyState
      title="Nothing rented at the moment"
      action={<LinkButton to="/styles">Browse Items</LinkButton>}
    >
      Pick a piece and a week, and it shows up here.
    </EmptyState>
  ) : (
    <EmptyState
      title="No past rentals yet"
      action={<LinkButton to="/styles">Browse Items</LinkButton>}
    >
      What you have worn and returned is kept here.
    </EmptyState>
  )
}
