import { type RawBuilder, sql } from 'kysely'
import { DISPUTE_REASONS, PRODUCT_WORDS, REFUND_FAILURES } from './payment-words.ts'

type Format = {
  readonly instant: (column: string) => RawBuilder<string>
  readonly dollars: (column: string) => RawBuilder<string>
}

/**
 * 'In' and 'Out' contain only money that was actually moved, so that both add up: a payment; a
 * refund that arrived, or was made another way; a lost dispute. Everything else is listed with its
 * amount and status. The last row has the totals.
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

type Row = { readonly id: string; readonly cells: readonly (string | null)[] }

/** All money, by date, after a given row; its id is date and id. */
export function moneyRows(
  { instant, dollars }: Format,
  after: string | null,
  max: RawBuilder<unknown>,
): RawBuilder<Row> {
  const [at = '', id = ''] = after?.split(' ') ?? []
  const startingAfter = (time: string, key: string) =>
    after === null
      ? sql`true`
      : sql`(${sql.ref(time)} >= ${at}::timestamptz
          and (${sql.ref(time)}, ${sql.ref(key)}::text) > (${at}::timestamptz, ${id}))`
  return sql<Row>`
    select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || m.id as id,
      array[${instant('m.at')}, m.what || coalesce(': ' || ${PRODUCTS}, ''), m.status, m.full_name,
        m.email, ${dollars('m.cents')},
        case when m.direction = 'in' then ${dollars('m.cents')} else '' end,
        case when m.direction = 'out' then ${dollars('m.cents')} else '' end,
        coalesce(m.note, ''), m.payment, m.id] as cells
    from (${entries({ startingAfter, max })}) m
    order by m.at, m.id limit ${max}`
}

/** The totals in and out. */
export function moneyTotals({ dollars }: Pick<Format, 'dollars'>): RawBuilder<Row> {
  return sql<Row>`
    select 'total' as id, array['', 'Total', '', '', '', '', ${dollars('t.came')},
      ${dollars('t.went')}, '', '', ''] as cells
    from (
      select coalesce(sum(cents) filter (where direction = 'in'), 0) as came,
        coalesce(sum(cents) filter (where direction = 'out'), 0) as went
      from (${entries({ startingAfter: () => sql`true`, max: sql`all` })}) m
    ) t`
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
    order by d.opened_at, d.id limit ${max})`
}
