import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PayoutAccountState } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/found.ts'
import { parseId } from '#domain/shared/ids.ts'
import { containing, decodeCursor, type Found, PAGE_SIZE, toPage } from '#domain/shared/page.ts'
import { isOwedForAYear } from './owed-without-account.ts'

/** A closet that is owed money, or owes some. */
export type OwedCloset = {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
  /** Earnings that no transfer pays yet, in cents; negative when more was taken back. */
  readonly owedCents: number
  /** The part of it that can be paid now. */
  readonly payableCents: number
  /** Null without an account at Stripe. */
  readonly state: PayoutAccountState | null
}

type Wanted = {
  readonly q: string
  readonly after: string | null
  readonly now: Date
  /** Only those without an account that have been owed money for a year. */
  readonly forAYear?: boolean
}

/** Closets with unpaid earnings, the oldest accounts first; `q` searches name and email address. */
export async function owedClosets(
  db: DbOrTx,
  _admin: Admin,
  wanted: Wanted,
): Promise<Found<OwedCloset>> {
  const after = parseId<PersonId>(decodeCursor(wanted.after, 1)?.[0])
  const words = containing(wanted.q)
  let found = db
    .selectFrom('user_profiles as p')
    .where(sql<boolean>`p.id in (select owner_id from earnings where transfer_id is null)`)
  if (wanted.forAYear) found = found.where(isOwedForAYear(wanted.now))
  if (words) found = found.where(sql`p.full_name || ' ' || p.email`, 'ilike', words)
  let page = found
    .leftJoin('payout_accounts as a', 'a.owner_id', 'p.id')
    .innerJoinLateral(
      (unpaid) =>
        unpaid
          .selectFrom('earnings')
          .select([
            sql<number>`sum(amount_cents)::int`.as('owed'),
            sql<number>`coalesce(sum(amount_cents)
              filter (where payable_at <= ${wanted.now}), 0)::int`.as('payable'),
          ])
          .whereRef('earnings.owner_id', '=', 'p.id')
          .where('earnings.transfer_id', 'is', null)
          .as('e'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'p.full_name', 'p.email', 'e.owed', 'e.payable', 'a.state'])
    .orderBy('p.id')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (after) page = page.where('p.id', '>', after)
  const [list, total] = await Promise.all([page.execute(), countUpTo(db, found)])
  const { rows, next } = toPage(list, (row) => [row.id])
  return {
    total,
    next,
    rows: rows.map((row) => ({
      id: row.id,
      fullName: row.full_name,
      email: row.email,
      owedCents: row.owed,
      payableCents: row.payable,
      state: row.state,
    })),
  }
}
