import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { earnedSums } from '#domain/accounts/closets/closets.ts'
import { closetAmounts, closetsAfter, type Span } from '#domain/money/months/months.ts'
import { centsOwedTo, centsPayableTo } from '#domain/money/payouts/payouts.ts'
import { firstAfter, nextIds, type People } from '#domain/shared/lists/next-ids.ts'
import { endOfDay, startOfDay } from '#domain/shared/time/local-time.ts'
import { creditEntries, receiptEntries } from './credit-exports.ts'
import {
  type After,
  type Batches,
  type Exported,
  type Format,
  olderThan,
  within,
} from './export-format.ts'
import type { AccountingList } from './export-period.ts'

// Files for accounting and taxes. Their sums agree with the months (domain/money/months), to the
// cent: credits and what was paid for them, deposits, what closets earned, were paid and are owed.

export const accountingExports: Readonly<
  Record<AccountingList, (db: DbOrTx, format: Format) => Promise<Exported>>
> = {
  // Those that were made, by the day on which they were.
  payouts: async (_db, format) => ({
    header: [
      ...['Paid', 'Closet', 'Email', 'State', 'Amount (USD)', 'Taken back (USD)'],
      ...['Payout account', 'Stripe ID', 'Id'],
    ],
    times: ['Paid'],
    ...{ at: 't.finished_at', id: sql.ref('t.id'), order: 'newest first', searched: null },
    columns: sql`t.id, t.finished_at::text as at, array[${format.instant('t.finished_at')},
      p.full_name, p.email, p.state, ${format.dollars('t.amount_cents')},
      ${format.dollars('t.reversed_cents')}, t.sent_to, t.stripe_transfer_id, t.id::text] as cells`,
    source: (after) => sql`from transfers t left join user_profiles p on p.id = t.owner_id
      where t.status = 'made' and ${olderThan('t.finished_at', 't.id', after, format)}`,
  }),
  earnings: async (_db, format) => ({
    header: [
      ...['Earned', 'Closet', 'Email', 'Kind', 'Item', 'Amount (USD)', 'Ready', 'Paid'],
      ...['Note', 'Rental', 'Payout', 'Id'],
    ],
    times: ['Earned', 'Ready', 'Paid'],
    ...{ at: 'e.earned_at', id: sql.ref('e.id'), order: 'newest first', searched: null },
    // Looked up for the rows of the file alone, not for those that are counted before it.
    columns: sql`e.id, e.earned_at::text as at, array[${format.instant('e.earned_at')},
      p.full_name, p.email, e.kind,
      (select i.title from rentals r join clothing_items i on i.id = r.item_id
        where r.id = e.rental_id),
      ${format.dollars('e.amount_cents')}, ${format.instant('e.payable_at')},
      (select ${format.instant('t.finished_at')} from transfers t
        where t.id = e.transfer_id and t.status = 'made'),
      e.note, e.rental_id::text, e.transfer_id::text, e.id::text] as cells`,
    source: (after) => sql`from earnings e left join user_profiles p on p.id = e.owner_id
      where ${olderThan('e.earned_at', 'e.id', after, format)}`,
  }),
  closets: async (_db, format) => ({
    header: [
      ...['Closet', 'Email', 'State', 'Rentals', 'From rentals (USD)', 'Deposits kept (USD)'],
      ...['Adjustments (USD)', 'Gross (USD)', 'Payouts', 'Paid (USD)', 'Id'],
    ],
    times: [],
    ...{ at: null, id: sql.ref('p.id'), order: 'oldest first', searched: null },
    columns: sql`p.id, '' as at, array[p.full_name, p.email, p.state, e.rentals::text,
      ${format.dollars('e.rentalCents')}, ${format.dollars('e.damageCents')},
      ${format.dollars('e.correctionCents')}, ${format.dollars('e.cents')}, t.payouts::text,
      ${format.dollars('t.cents')}, p.id::text] as cells`,
    source: (after, max) => sql`from user_profiles p
      cross join lateral (
        select ${sql.join(earnedSums)} from earnings e
        where e.owner_id = p.id ${within('e.earned_at', format.period, format.timeZone)}) e
      cross join lateral (
        select count(*) as payouts, coalesce(sum(t.amount_cents), 0) as cents
        from transfers t where t.owner_id = p.id and t.status = 'made'
          ${within('t.finished_at', format.period, format.timeZone)}) t
      where p.id = any(${nextIds(after?.id ?? null, max, (id) => [firstAfter(EARNERS, id)])})`,
    // Only those with earnings or payouts in the period.
    summed: (batches) => rowsWith(batches, [3, 4, 5, 6, 8]),
  }),
  balances: async (_db, format) => ({
    header: [
      ...[
        'Closet',
        'Email',
        'State',
        'Opening (USD)',
        'From rentals (USD)',
        'Deposits withheld (USD)',
      ],
      ...['Taken back and adjusted (USD)', 'Paid out (USD)', 'Closing (USD)', 'Id'],
    ],
    times: [],
    ...{ at: null, id: sql.ref('p.id'), order: 'oldest first', searched: null },
    columns: sql`p.id, '' as at, array[p.full_name, p.email, p.state, ${format.dollars('m.opening')},
      ${format.dollars('m.rentals')}, ${format.dollars('m.withheld_deposits')},
      ${format.dollars('m.corrected')}, ${format.dollars('m.paid')}, ${format.dollars('m.closing')},
      p.id::text] as cells`,
    source: (after, max) => sql`from user_profiles p
      cross join lateral ${closetAmounts(sql.ref('p.id'), spanOf(format))} m
      where p.id = any(${closetsAfter(after?.id ?? null, max)})`,
    // Only those that were owed something or had a change.
    summed: (batches) => rowsWith(batches, [3, 4, 5, 6, 7]),
  }),
  owed: async (_db, format) => ({
    header: [
      ...['Closet', 'Email', 'State', 'Owed (USD)', 'Ready (USD)', 'On its way (USD)'],
      ...['Oldest earning', 'Payout account', 'Id'],
    ],
    times: ['Oldest earning'],
    ...{ at: null, id: sql.ref('p.id'), order: 'oldest first', searched: null },
    columns: sql`p.id, '' as at, array[p.full_name, p.email, p.state, ${format.dollars('e.cents')},
      ${format.dollars('e.ready')}, ${format.dollars('e.on_its_way')}, ${format.instant('e.oldest')},
      coalesce(a.state, 'none'), p.id::text] as cells`,
    source: (after, max) => sql`from user_profiles p
      left join payout_accounts a on a.owner_id = p.id
      cross join lateral (
        select ${centsOwedTo(sql.ref('p.id'))} as cents,
          ${centsPayableTo(sql.ref('p.id'), format.now)} as ready,
          (select coalesce(sum(t.amount_cents), 0) from transfers t
            where t.owner_id = p.id and t.status = 'pending') as on_its_way,
          (select o.earned_at from earnings o where o.owner_id = p.id and o.transfer_id is null
            order by o.earned_at, o.id limit 1) as oldest) e
      where p.id = any(${nextIds(after?.id ?? null, max, (id) => [firstAfter(UNPAID, id), firstAfter(PENDING, id)])})`,
  }),
  credits: async (_db, format) => creditEntries(format),
  receipts: async (_db, format) => receiptEntries(format),
  deposits: async (_db, format) => ({
    header: [
      ...['Paid', 'Name', 'Email', 'Paid in all (USD)', 'Of that, top-ups (USD)', 'Refunded (USD)'],
      ...['Kept (USD)', 'Lost in disputes (USD)', 'Left (USD)', 'State', 'Payment', 'Id'],
    ],
    times: ['Paid'],
    ...{ at: 'd.paid_at', id: sql.ref('d.id'), order: 'newest first', searched: null },
    columns: sql`d.id, d.paid_at::text as at, array[${format.instant('d.paid_at')}, p.full_name,
      p.email, ${format.dollars('d.amount_cents')}, ${format.dollars('d.topped_up_cents')},
      ${format.dollars('d.refunded_cents')}, ${format.dollars('d.kept_cents')},
      ${format.dollars('d.lost_cents')}, ${format.dollars('d.left_cents')},
      case when d.closed_at is not null then 'closed'
        when d.refund_requested_at is not null then 'refund requested'
        when d.frozen_at is not null then 'on hold' else 'held' end,
      split_part(d.payment_intent, '#', 1), d.id::text] as cells`,
    source: (after) => sql`from (
        select d.id, d.user_id, d.paid_at, d.amount_cents, d.topped_up_cents, d.refunded_cents,
          d.kept_cents, d.lost_cents, d.closed_at, d.refund_requested_at, d.frozen_at,
          d.payment_intent,
          d.amount_cents - d.refunded_cents - d.kept_cents - d.lost_cents as left_cents
        from deposits d) d
      left join user_profiles p on p.id = d.user_id
      where ${olderThan('d.paid_at', 'd.id', after, format)}`,
  }),
  unclaimed: async (_db, format) => ({
    header: [
      ...['State', 'Last activity', 'Name', 'Email', 'Credits', 'Paid for them (USD)'],
      ...[
        'In unclaimed gift codes',
        'Paid for these (USD)',
        'Deposit (USD)',
        'Earnings owed (USD)',
      ],
      'Id',
    ],
    times: ['Last activity'],
    ...{ at: null, id: sql.ref('p.id'), order: 'oldest first', searched: null },
    columns: sql`p.id, '' as at, array[p.state, ${format.instant('activity.at')}, p.full_name,
      p.email, lots.credits::text, ${format.dollars('lots.cents')}, codes.credits::text,
      ${format.dollars('codes.cents')}, ${format.dollars('deposit.cents')},
      ${format.dollars('owed.cents')}, p.id::text] as cells`,
    source: (after, max) => unclaimed(after, max, endOfDay(format.timeZone, format.today)),
    summed: (batches) => rowsWith(batches, [4, 6, 8, 9]),
  }),
}

function spanOf({ period: { from, to }, timeZone }: Format): Span {
  return {
    startsAt: from && startOfDay(timeZone, from),
    endsAt: to && endOfDay(timeZone, to),
  }
}

/** The rows in which one of these columns has a number other than 0. */
async function* rowsWith(batches: Batches, columns: readonly number[]): Batches {
  for await (const rows of batches)
    yield rows.filter((cells) => columns.some((column) => Number(cells[column]) !== 0))
}

const EARNERS: People = { table: 'earnings', column: 'owner_id', isOne: sql`true` }
const UNPAID: People = { ...EARNERS, isOne: sql`o.transfer_id is null` }
const PENDING: People = {
  table: 'transfers',
  column: 'owner_id',
  isOne: sql`o.status = 'pending'`,
}

/** SQL: people with a balance, and what it is, with codes that expire later than today. */
function unclaimed(after: After, max: number, tomorrow: Date) {
  const isOpenCode = sql`not o.claimed and o.revoked_at is null and o.expires_at >= ${tomorrow}`
  const ids = nextIds(after?.id ?? null, max, (id) => [
    firstAfter({ table: 'credit_lots', column: 'user_id', isOne: sql`o.available > 0` }, id),
    firstAfter({ table: 'deposits', column: 'user_id', isOne: sql`o.closed_at is null` }, id),
    firstAfter({ table: 'gift_codes', column: 'buyer_id', isOne: isOpenCode }, id),
    firstAfter(UNPAID, id),
  ])
  const paidFor = (millicents: RawBuilder<unknown>) => sql`coalesce(sum(${millicents}) / 1000, 0)`
  return sql`from user_profiles p
    cross join lateral (
      select coalesce(sum(l.available), 0) as credits,
        ${paidFor(sql`millicents_paid(l.available, l.payment_cents, l.payment_credits)`)} as cents
      from credit_lots l
      where l.user_id = p.id and l.available > 0) lots
    cross join lateral (
      select coalesce(sum(o.credits_amount), 0) as credits,
        ${paidFor(sql`millicents_paid(o.credits_amount, c.amount_cents, c.credits)`)} as cents
      from gift_codes o join checkout_orders c on c.id = o.order_id
      where o.buyer_id = p.id and ${isOpenCode}) codes
    cross join lateral (
      select coalesce(sum(d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents), 0)
        as cents
      from deposits d where d.user_id = p.id and d.closed_at is null) deposit
    cross join lateral (
      select ${centsOwedTo(sql.ref('p.id'))} as cents) owed
    cross join lateral (
      -- What a person does, not what happens to their credits.
      select greatest(p.created_at,
        (select max(s.updated_at) from auth_sessions s where s.user_id = p.id),
        (select t.effective_at from credit_transactions t
          where t.user_id = p.id and t.kind in ('purchase', 'gift_claim', 'rental')
          order by t.effective_at desc, t.id desc limit 1)) as at) activity
    where p.id = any(${ids})`
}
