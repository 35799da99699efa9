import { data, href, redirectDocument } from 'react-router'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { EarningRows } from '#app/components/closet/earning-rows.tsx'
import { earningReason, paidWords } from '#app/components/closet/earning-words.ts'
import { FigureCards } from '#app/components/closet/figure-cards.tsx'
import { PayoutList } from '#app/components/closet/payout-list.tsx'
import { PayoutRate } from '#app/components/closet/payout-rate.tsx'
import { PayoutState } from '#app/components/closet/payout-state.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, paidOwnerContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithError } from '#app/request/flash.ts'
import { shownPayout } from '#app/routes/manage/shown-payout.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { expectedEarnings } from '#domain/accounts/closets/expected-earnings.ts'
import { closetShares } from '#domain/admin/figures/credit-figures.ts'
import { type EarningFilter, earningFilters } from '#domain/money/payouts/earned/earning-filters.ts'
import { HOLD_DAYS } from '#domain/money/payouts/earned/hold-days.ts'
import { nextPayout } from '#domain/money/payouts/next-payout.ts'
import { monthOfCloset, newestPayouts } from '#domain/money/payouts/own-payouts.ts'
import {
  type DashboardProblem,
  openPayoutDashboard,
  type SetupProblem,
  startPayoutSetup,
  syncOwnAccount,
} from '#domain/money/payouts/payout-accounts.ts'
import { earningsPage, payoutSummary } from '#domain/money/payouts/payout-queries.ts'
import { announcedRates } from '#domain/money/payouts/payout-rate.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/payouts.ts'

export const meta: Route.MetaFunction = () => pageMeta('Payouts')

const here = href('/business/payouts')

/** The newest payouts; those of a year are on its summary. */
const SHOWN_PAYOUTS = 6

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, stripe, clock, timeZone } = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  const now = clock()
  const query = new URL(request.url).searchParams
  // The closet may return before Stripe's event arrives.
  if (query.get('from') === 'stripe')
    await attempt(context, request, async () => {
      await syncOwnAccount(db, owner, stripe, now)
      return { ok: true as const }
    })
  const filter = earningFilters.find((known) => known === query.get('filter')) ?? 'all'
  const after = query.get('after')
  const today = todayIn(context)
  const [summary, page, announced, shares, upcoming, month, expected, payouts] = await Promise.all([
    payoutSummary(db, owner, { now, timeZone }),
    earningsPage(db, owner, { filter, after }),
    announcedRates(db, now),
    closetShares(db, owner, { today, timeZone }),
    nextPayout(db, owner, { now, today, timeZone }),
    monthOfCloset(db, owner, { today, timeZone }),
    expectedEarnings(db, owner),
    newestPayouts(db, owner, SHOWN_PAYOUTS),
  ])
  const { state, year, firstYear, ...figures } = summary
  return {
    figures,
    upcoming,
    month,
    expectedCents: expected.rentalCents + expected.damageCents,
    payouts: payouts.map((payout) => shownPayout(payout, timeZone)),
    state,
    year,
    years: [year, ...earlierYears(year, firstYear)],
    isConnected: stripe.hasConnect,
    isBlocked: asClosetOwner(owner) === null,
    filter,
    isFirst: after === null,
    announced: announced.map(({ cents, fromAt }) => ({
      cents,
      date: showDate(calendarDateIn(timeZone, fromAt)),
    })),
    shares,
    next: page.next,
    earnings: page.rows.map((earning) => ({
      id: earning.id,
      cents: earning.cents,
      rentalId: earning.rentalId,
      title: earning.title,
      date: showDate(calendarDateIn(timeZone, earning.earnedAt)),
      reason: earningReason(earning),
      paid: paidWords(earning, timeZone, now),
    })),
  }
}

const SENTENCES = {
  'payouts-not-available': 'Payouts are not available on Hemline yet.',
  'transfer-under-way':
    'A payout to your former Stripe account is still being processed. Please try again tomorrow.',
  'no-dashboard': 'Your Stripe account cannot be opened yet. Please set up payouts first.',
  unexpected: 'Stripe could not be reached. Please try again.',
} satisfies Record<(SetupProblem | DashboardProblem | Unexpected)['reason'], string>

export async function action({ request, context }: Route.ActionArgs) {
  const { db, stripe, clock, originOf } = context.get(appContext)
  const owner = context.get(paidOwnerContext)
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent !== 'set-up' && intent !== 'dashboard') throw data(null, { status: 400 })
  const page = `${originOf(request)}${here}`
  const links = { returnUrl: `${page}?from=stripe`, refreshUrl: page }
  const opened = await attempt(context, request, async () =>
    intent === 'set-up'
      ? await startPayoutSetup(db, owner, stripe, links, clock())
      : await openPayoutDashboard(db, owner, stripe, clock()),
  )
  if (opened.ok) return redirectDocument(opened.value.url)
  return redirectWithError(here, SENTENCES[opened.problem.reason])
}

/** At most twenty, the latest first. */
function earlierYears(thisYear: number, firstYear: number | null): readonly number[] {
  const length = Math.min(20, thisYear - (firstYear ?? thisYear))
  return Array.from({ length: Math.max(0, length) }, (_, n) => thisYear - 1 - n)
}

const LABELS = { all: 'All', unpaid: 'Not sent yet' } as const satisfies Record<
  EarningFilter,
  string
>

const addressOf = (filter: EarningFilter, after: string | null = null) => {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('filter', filter)
  if (after) query.set('after', after)
  const text = query.toString()
  return text ? `${here}?${text}` : here
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { figures, state, isConnected, isBlocked, year, filter, isFirst, next, earnings } =
    loaderData
  const { announced, shares, years, upcoming, month, expectedCents, payouts } = loaderData
  const { centsPerCredit, underWayCents } = figures
  return (
    <ClosetFrame
      title="Payouts"
      line={
        isBlocked
          ? 'Your closet is blocked. Your earnings are still paid to you.'
          : `You earn ${centsPerCredit}¢ for each credit spent on your items.`
      }
      onlyPayouts={isBlocked}
      actions={
        <LinkButton
          to={`${href('/business/payouts.csv')}?year=${year}`}
          reloadDocument
          download
          kind="secondary"
        >
          {`Each earning of ${year} (CSV)`}
        </LinkButton>
      }
    >
      {isConnected && figures.lastFailed && (
        <Notice kind="error" className="mt-6">
          Our last payout to you failed. We still hold your earnings and will try again.
        </Notice>
      )}
      <PayoutState state={state} isConnected={isConnected} next={upcoming} />
      <FigureCards
        label="This month"
        figures={[
          { name: `Earned in ${longMonth(month.month)}`, value: dollars(month.earnedCents) },
          { name: 'Expected', value: dollars(expectedCents) },
          { name: `Paid in ${longMonth(month.month)}`, value: dollars(month.paidCents) },
        ]}
      />
      <FigureCards
        label="Payouts"
        figures={[
          { name: 'Ready', value: dollars(figures.readyCents) },
          { name: 'Pending', value: dollars(figures.pendingCents) },
          { name: `Paid in ${year}`, value: dollars(figures.paidThisYearCents) },
        ]}
      />
      <p className="mt-4 max-w-prose text-sm text-soft">
        {underWayCents > 0 && `${dollars(underWayCents)} is on its way to you. `}
        Expected is what open rentals and kept deposits that can still be appealed will earn.{' '}
        Earnings from a rental are pending for {inWords(HOLD_DAYS, 'day')} after you review the
        returned item, and then ready to be paid out. If the renter has requested a return, earnings
        are added once that request is decided. Each rental earns the rate that applied when it was
        rented.
      </p>
      {!isBlocked && <PayoutRate announced={announced} shares={shares} />}
      <section aria-labelledby="payouts" className="mt-10">
        <h2 id="payouts" className="text-[1.625rem]">
          Statements
        </h2>
        {payouts.length > 0 && <PayoutList payouts={payouts} />}
        <p className="mt-3 flex flex-wrap gap-x-4 text-soft">
          Summary of a year:
          {years.map((one) => (
            <TextLink key={one} to={href('/business/payouts/years/:year', { year: String(one) })}>
              {one}
            </TextLink>
          ))}
        </p>
      </section>
      <h2 className="mt-10 text-[1.625rem]">Each earning</h2>
      <div className="mt-3">
        <Tabs
          label="Earnings"
          tabs={earningFilters.map((one) => ({
            to: addressOf(one),
            label: LABELS[one],
            current: one === filter,
          }))}
        />
      </div>
      {earnings.length > 0 ? (
        <EarningRows earnings={earnings} />
      ) : (
        <EmptyState title={filter === 'all' ? 'No earnings yet' : 'Everything has been sent'}>
          {filter === 'all' && 'A rental earns money once you have reviewed the returned item.'}
        </EmptyState>
      )}
      <div className="mt-8">
        <Pagination
          label="More earnings"
          first={isFirst ? null : addressOf(filter)}
          next={next ? addressOf(filter, next) : null}
        />
      </div>
    </ClosetFrame>
  )
}
