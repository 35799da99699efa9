import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst, type Page } from '#domain/shared/lists/page.ts'

/** A step of somebody's deposits that moved money, or withheld some of it. */
export type DepositLine = {
  readonly id: string
  readonly kind: 'deposit' | 'top-up' | 'refund' | 'refund-pending' | 'dispute' | 'withheld'
  /** Cents paid, or paid back when negative; those withheld for `withheld`. */
  readonly cents: number
  readonly at: Date
  /** The item for which money was withheld. */
  readonly title: string | null
}

/** A page of someone's deposits, newest first. Failed refunds moved nothing and are left out. */
export async function depositLines(
  db: Db,
  shopper: Shopper,
  after: string | null,
  size?: number,
): Promise<Page<DepositLine>> {
  const lines = db
    .selectFrom(linesOf(db, shopper).as('l'))
    .select(['l.id', 'l.at', 'l.cents', 'l.kind', 'l.title'])
  return await newestPage(lines, {
    by: ['l.at', 'l.id'],
    keysOf: ({ at, id }) => [at, id],
    from: decodeNewestFirst(after),
    ...(size && { size }),
  })
}

function linesOf(db: Db, shopper: Shopper) {
  const own = db.selectFrom('deposits as d').where('d.user_id', '=', shopper.id)
  const paid = own.innerJoin('deposit_payments as p', 'p.deposit_id', 'd.id').select(
    columns({
      ...{ id: sql`p.order_id`, at: sql`p.paid_at`, cents: sql`p.amount_cents` },
      kind: sql`case when p.order_id = d.order_id then 'deposit' else 'top-up' end`,
    }),
  )
  const refunded = own
    .innerJoin('refunds as f', 'f.deposit_id', 'd.id')
    .where('f.status', '<>', sql.lit('failed' as const))
    .select(
      columns({
        ...{ id: sql`f.id`, at: sql`f.requested_at`, cents: sql`-f.amount_cents` },
        kind: sql`case f.status when 'pending' then 'refund-pending' else 'refund' end`,
      }),
    )
  const disputed = own
    .innerJoin('deposit_payments as p', 'p.deposit_id', 'd.id')
    .innerJoin('disputes as s', 's.payment_intent', 'p.payment_intent')
    .where('s.kind', '=', sql.lit('dispute' as const))
    .where('s.status', '=', sql.lit('lost' as const))
    .select(
      columns({
        ...{ id: sql`p.order_id`, at: sql`coalesce(s.closed_at, s.opened_at)` },
        ...{ cents: sql`-s.amount_cents`, kind: sql`'dispute'` },
      }),
    )
  const withheld = own
    .innerJoin('deposit_claims as c', 'c.deposit_id', 'd.id')
    .innerJoin('rentals as r', 'r.id', 'c.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .where(sql<boolean>`c.kept_cents > c.returned_cents`)
    .select(
      columns({
        ...{
          id: sql`c.rental_id`,
          at: sql`c.decided_at`,
          kind: sql`'withheld'`,
          title: sql`i.title`,
        },
        cents: sql`c.kept_cents - c.returned_cents`,
      }),
    )
  return paid.unionAll(refunded).unionAll(disputed).unionAll(withheld)
}

type Column = RawBuilder<unknown>

/** The same columns of each kind of line. */
function columns({
  id,
  at,
  cents,
  kind,
  title = sql`null::text`,
}: Record<'id' | 'at' | 'cents' | 'kind', Column> & { readonly title?: Column }) {
  return [
    sql<string>`${id}`.as('id'),
    sql<Date>`${at}`.as('at'),
    sql<number>`${cents}`.as('cents'),
    sql<DepositLine['kind']>`${kind}`.as('kind'),
    sql<string | null>`${title}`.as('title'),
  ] as const
}
