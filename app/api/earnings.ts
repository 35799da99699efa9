import * as z from 'zod'
import { earningKinds, payoutAccountStates, transferStatuses } from '#db/enums.ts'
import { earningFilters } from '#domain/money/payouts/earned/earning-filters.ts'
import { earningsPage, payoutSummary } from '#domain/money/payouts/payout-queries.ts'
import { done } from '#domain/shared/outcome.ts'
import { closets, getEndpoint } from './endpoint.ts'
import { after, answer, cents, id, instant, nothing, pageOf } from './schema.ts'

export const earning = answer('Earning', {
  id,
  kind: z.enum(earningKinds),
  amount_cents: cents.describe('Negative if earnings were reversed.'),
  rental_id: id.nullable(),
  title: z.string().nullable().describe('Title of the item.'),
  note: z.string().nullable(),
  earned_at: instant,
  payable_at: instant.describe('From when it can be paid out.'),
  transfer_status: z.enum(transferStatuses).nullable().describe('Null while it is not paid out.'),
  transferred_at: instant.nullable(),
})

const summary = answer('EarningsSummary', {
  payable_cents: cents,
  pending_cents: cents.describe('Earned, and payable later.'),
  in_transfer_cents: cents.describe('In a transfer that is not made yet.'),
  paid_this_year_cents: cents,
  cents_per_credit: z.int().describe('What a credit earns for rentals that are booked now.'),
  payout_account: z.enum(payoutAccountStates).nullable().describe('Null before it was set up.'),
})

export const earningEndpoints = [
  getEndpoint({
    path: '/earnings',
    name: 'listEarnings',
    summary: 'List earnings, newest first',
    scope: 'earnings:read',
    who: closets,
    query: z.object({ filter: z.enum(earningFilters).optional(), ...after }),
    answer: pageOf('EarningPage', earning),
    read: async ({ app, who, query: { filter = 'all', after: from = null } }) => {
      const { rows, next } = await earningsPage(app.db, who, { filter, after: from })
      return done({
        data: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          amount_cents: row.cents,
          rental_id: row.rentalId,
          title: row.title,
          note: row.note,
          earned_at: row.earnedAt.toISOString(),
          payable_at: row.payableAt.toISOString(),
          transfer_status: row.transfer,
          transferred_at: row.finishedAt?.toISOString() ?? null,
        })),
        next,
      })
    },
  }),
  getEndpoint({
    path: '/earnings/summary',
    name: 'getEarningsSummary',
    summary: 'Retrieve your earnings summary',
    description: 'Payouts are set up on the website only.',
    scope: 'earnings:read',
    who: closets,
    query: nothing,
    answer: summary,
    read: async ({ app, who, now }) => {
      const sums = await payoutSummary(app.db, who, { now, timeZone: app.timeZone })
      return done({
        payable_cents: sums.readyCents,
        pending_cents: sums.pendingCents,
        in_transfer_cents: sums.underWayCents,
        paid_this_year_cents: sums.paidThisYearCents,
        cents_per_credit: sums.centsPerCredit,
        payout_account: sums.state,
      })
    },
  }),
]
