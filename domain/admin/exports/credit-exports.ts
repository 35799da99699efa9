import { type RawBuilder, sql } from 'kysely'
import { endOfDay } from '#domain/shared/time/local-time.ts'
import {
  type After,
  type Batches,
  type Cells,
  type Exported,
  type Format,
  newerThan,
} from './export-format.ts'

/** SQL: what the movements of an operation change in the months, as their triggers add it. */
const figuresOf = (operation: RawBuilder<unknown>) => sql`
  from credit_transactions o
  join credit_movements v on v.transaction_id = o.id
  join credit_lots l on l.id = v.lot_id
  cross join lateral (
    select coalesce(sum(case when x.to_side = 'available' then x.amount
      when x.from_side = 'available' then -x.amount else 0 end), 0)::integer as left_after
    from credit_movements x where x.lot_id = v.lot_id and x.id <= v.id) s
  cross join lateral month_figures_of_movement(v.from_side, v.to_side, v.amount, l,
    o.refund_id is not null, s.left_after) f
  where o.id = ${operation}`

const sumOf = (isOne: RawBuilder<unknown>) =>
  sql`coalesce(sum(f.amount) filter (where ${isOne}), 0)`

/** SQL: dollars, as `Format.dollars` writes them. */
const inDollars = (millicents: RawBuilder<unknown>) =>
  sql`to_char(${millicents} / 100000.0, 'FM999999990.00')`

/**
 * Every operation with credits, and gift codes until they are claimed, revoked or expire: how much
 * they change what is owed, in credits and in what was paid for them.
 */
export function creditEntries(format: Format): Exported {
  return {
    header: [
      ...['Date', 'Name', 'Email', 'What', 'Credits', 'Paid for them (USD)', 'Note', 'Payment'],
      ...['Rental', 'Id'],
    ],
    times: ['Date'],
    ...{ at: 'm.at', id: sql`m.id collate "C"`, order: 'oldest first', searched: null },
    columns: sql`m.id, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      array[${format.instant('m.at')}, p.full_name, p.email, m.what]
      || case when m.operation is null
        then array[m.credits::text, ${inDollars(sql.ref('m.millicents'))}]
        else (select array[${sumOf(sql`starts_with(f.name, 'credits_')`)}::text,
          ${inDollars(sumOf(sql`starts_with(f.name, 'millicents_')`))}]
          ${figuresOf(sql.ref('m.operation'))}) end
      || array[m.note, split_part(m.payment, '#', 1), m.rental::text, m.id] as cells`,
    source: (after, max) => sql`from (${creditRows(after, max, format)}) m
      left join user_profiles p on p.id = m.user_id`,
  }
}

function creditRows(after: After, max: number, format: Format) {
  const limit = sql.lit(max)
  const code = sql`g.credits_amount as credits,
    millicents_paid(g.credits_amount, o.amount_cents, o.credits) as millicents`
  return sql`
    (select t.effective_at as at, t.id::text as id, t.user_id, t.kind as what, t.id as operation,
      null::bigint as credits, null::bigint as millicents, t.note, t.payment_intent as payment,
      t.rental_id as rental
    from credit_transactions t
    where ${newerThan('t.effective_at', 't.id', after, format)}
    order by t.effective_at, t.id limit ${limit})
    union all
    (select g.at, g.id, g.buyer_id, 'gift code bought', null, g.credits, g.millicents, null,
      g.payment_intent, null
    from (select g.created_at as at, g.id::text as id, g.buyer_id, g.payment_intent, ${code}
      from gift_codes g join checkout_orders o on o.id = g.order_id
      where ${newerThan('g.created_at', 'g.id', after, format)}
      order by g.created_at, g.id limit ${limit}) g)
    union all
    (select g.at, g.id || '-end', g.buyer_id, g.what, null, -g.credits, -g.millicents, null,
      g.payment_intent, null
    from (select e.at, g.id::text as id, g.buyer_id, g.payment_intent, ${code},
        case when g.claimed then 'gift code claimed' when g.revoked_at is not null
          then 'gift code revoked' else 'gift code expired' end as what
      from gift_codes g join checkout_orders o on o.id = g.order_id
      cross join lateral (select coalesce(g.claimed_at, g.revoked_at, g.expires_at) as at,
        g.id::text || '-end' as id) e
      where e.at < ${endOfDay(format.timeZone, format.today)} and ${newerThan('e.at', 'e.id', after, format)}
      order by e.at, e.id collate "C" limit ${limit}) g)`
}

/**
 * What was paid for the credits that rentals used, less what was returned, by month and by the state
 * where items are used: that of the renter, or of the closet if the renter has none.
 */
export function receiptEntries(format: Format): Exported {
  return {
    header: ['Month', 'State', 'Credits used', 'Receipts (USD)'],
    times: ['Month'],
    ...{ at: 't.effective_at', id: sql`t.id::text collate "C"`, order: 'oldest first' },
    searched: null,
    columns: sql`t.id, to_char(t.effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      array[${format.instant('t.effective_at')}, coalesce(renter.state, owner.state, 'Unknown')]
      || (select array[
        (-${sumOf(sql`f.name in ('credits_spent', 'credits_returned')`)})::text,
        (-${sumOf(sql`f.name in ('millicents_spent', 'millicents_returned')`)})::text]
        ${figuresOf(sql.ref('t.id'))}) as cells`,
    source: (after) => sql`from (
        select t.id, t.effective_at, t.user_id, t.rental_id
        from credit_transactions t
        where t.rental_id is not null and ${newerThan('t.effective_at', 't.id', after, format)}) t
      join user_profiles renter on renter.id = t.user_id
      join rentals r on r.id = t.rental_id
      join user_profiles owner on owner.id = r.owner_id`,
    summed: receiptsByMonth,
  }
}

type Sums = Map<string, { credits: number; millicents: number }>

/** Adds up operations in the order of time: a month is written once the next one begins. */
async function* receiptsByMonth(batches: Batches): Batches {
  let current = ''
  let sums: Sums = new Map()
  for await (const rows of batches)
    for (const [at = '', state = '', credits, millicents] of rows) {
      const month = at.slice(0, 'YYYY-MM'.length)
      if (month !== current) {
        if (current) yield linesOf(current, sums)
        current = month
        sums = new Map()
      }
      const sum = sums.get(state) ?? { credits: 0, millicents: 0 }
      sum.credits += Number(credits)
      sum.millicents += Number(millicents)
      sums.set(state, sum)
    }
  yield linesOf(current, sums)
}

function linesOf(month: string, sums: Sums): readonly Cells[] {
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, { credits, millicents }]) => [
      month,
      state,
      String(credits),
      (millicents / 100_000).toFixed(2),
    ])
}
