import { type RawBuilder, sql } from 'kysely'
import { type After, type Format, newerThan } from './export-format.ts'
import { DISPUTE_REASONS, PRODUCT_WORDS, REFUND_FAILURES } from './payment-words.ts'

/**
 * 'In' and 'Out' contain only money that was actually moved, so that both add up: a payment; a
 * refund that succeeded, or was made another way; a lost dispute. Everything else is listed with
 * its amount and status. The last row has the totals.
 */
export const MONEY_HEADER = [
  'Date',
  'What',
  'Status',
  'Name',
  'Email',
  'Amount (USD)',
  'In (USD)',
  'Out (USD)',
  'Note',
  'Payment',
  'Id',
] as const

/** What was paid for, as screens name it. */
const PRODUCTS = sql`coalesce(${JSON.stringify(PRODUCT_WORDS)}::jsonb ->> product, 'Payment')`

/** A readable form of a payment provider's code; a sentence stays as it is. */
function inWords(words: Readonly<Record<string, string>>, column: string): RawBuilder<unknown> {
  const code = sql.ref(column)
  return sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${code},
    case when ${code} ~ '^[a-z_]+$' then replace(${code}, '_', ' ') else ${code} end)`
}

export function moneyEntries(format: Format) {
  const { instant, dollars } = format
  const direction = (name: string) =>
    sql`case when m.direction = ${sql.lit(name)} then ${dollars('m.cents')} else '' end`
  const cents = (name: string) =>
    sql`case when m.direction = ${sql.lit(name)} then m.cents else 0 end`
  return {
    at: 'm.at',
    id: sql`m.id collate "C"`,
    order: 'oldest first',
    hasTotals: true,
    searched: null,
    // Of a payment for credits and a deposit, both parts have its id at Stripe.
    columns: sql`m.id, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      array[${instant('m.at')}, m.what || coalesce(': ' || ${PRODUCTS}, ''), m.status, m.full_name,
        m.email, ${dollars('m.cents')}, ${direction('in')}, ${direction('out')},
        coalesce(m.note, ''), split_part(m.payment, '#', 1), m.id] as cells,
      ${cents('in')} as came, ${cents('out')} as went`,
    source: (after: After, max: number) => {
      const startingAfter = (time: string, key: string) => newerThan(time, key, after, format)
      return sql`from (${entries({ startingAfter, max: sql.lit(max) })}) m`
    },
  } as const
}

export function totalLine({ came, went }: { readonly came: number; readonly went: number }) {
  const inDollars = (cents: number) => (cents / 100).toFixed(2)
  return ['', 'Total', '', '', '', '', inDollars(came), inDollars(went), '', '', '']
}

function entries({
  startingAfter,
  max,
}: {
  readonly startingAfter: (time: string, key: string) => RawBuilder<unknown>
  readonly max: RawBuilder<unknown>
}) {
  return sql`
    (select o.paid_at as at, o.id::text as id, 'Payment' as what, o.product_type as product,
      o.status, p.full_name, p.email, o.amount_cents as cents, 'in' as direction,
      null::text as note, o.payment_intent as payment
    from checkout_orders o join user_profiles p on p.id = o.user_id
    where o.paid_at is not null and ${startingAfter('o.paid_at', 'o.id')}
    order by o.paid_at, o.id limit ${max})
    union all
    (select c.paid_at, c.id::text, 'Renewal', c.product_type, 'paid', p.full_name, p.email,
      c.paid_cents, 'in', null, c.payment_intent
    from subscription_coverage c
    join credit_subscriptions s on s.id = c.subscription_id
    join user_profiles p on p.id = s.user_id
    where c.paid_cents > 0 and not exists (select from checkout_orders o
        where o.payment_intent = c.payment_intent)
      and ${startingAfter('c.paid_at', 'c.id')}
    order by c.paid_at, c.id limit ${max})
    union all
    (select f.requested_at, f.id::text, 'Refund', o.product_type,
      case when f.settled_by is not null then 'refunded another way' else f.status end,
      p.full_name, p.email, f.amount_cents,
      case when f.status = 'succeeded' then 'out' end,
      coalesce(f.settlement_note, ${inWords(REFUND_FAILURES, 'f.failure')}),
      case when f.settled_by is null then o.payment_intent end
    from refunds f
    join checkout_orders o on o.id = f.order_id
    join user_profiles p on p.id = o.user_id
    where f.reason <> 'made_at_stripe' and ${startingAfter('f.requested_at', 'f.id')}
    order by f.requested_at, f.id limit ${max})
    union all
    (select d.opened_at, d.id,
      case d.kind when 'refund' then 'Refund made at Stripe' else 'Dispute' end, o.product_type,
      case when d.kind = 'refund' then case d.status when 'lost' then 'succeeded' else 'failed' end
        else d.status end,
      p.full_name, p.email, d.amount_cents, case when d.status = 'lost' then 'out' end,
      case when d.kind = 'dispute' then ${inWords(DISPUTE_REASONS, 'd.reason')} end, d.payment_intent
    from disputes d
    left join user_profiles p on p.id = d.user_id
    left join checkout_orders o on o.id = d.order_id
    where ${startingAfter('d.opened_at', 'd.id')}
    order by d.opened_at, d.id collate "C" limit ${max})`
}
