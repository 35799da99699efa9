import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { LotSource } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'

/** What is left of one lot of credits, and until when. */
export type LotLeft = {
  readonly source: LotSource
  readonly credits: number
  readonly expiresAt: Date
}

/** The unexpired lots of a wallet with credits left, the first to expire on top. */
export async function lotsLeft(db: Db, shopper: Shopper, now: Date): Promise<LotLeft[]> {
  const rows = await db
    .selectFrom('credit_lots')
    .select(['source', 'expires_at'])
    .select((build) => build.fn.sum<number>('available').as('credits'))
    .where('user_id', '=', shopper.id)
    .where('available', '>', sql.lit(0))
    .where('frozen_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy(['source', 'expires_at'])
    .orderBy('expires_at')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    source: row.source,
    credits: Number(row.credits),
    expiresAt: row.expires_at,
  }))
}

/** Credits that cannot be spent, because the payment that bought them is disputed. */
export type CreditsOnHold = { readonly credits: number; readonly since: Date }

/** The credits on hold in a wallet, by disputed payment, the earliest first. */
export async function creditsOnHold(
  db: DbOrTx,
  userId: PersonId,
  now: Date,
): Promise<CreditsOnHold[]> {
  const rows = await db
    .selectFrom('credit_lots as l')
    .select((build) => build.fn.sum<number>('l.available').as('credits'))
    .select((build) => build.fn.min('l.frozen_at').as('since'))
    .where('l.user_id', '=', userId)
    .where('l.available', '>', sql.lit(0))
    .where('l.frozen_at', 'is not', null)
    .where('l.expires_at', '>', now)
    .groupBy('l.payment_intent')
    .orderBy('since')
    .limit(20)
    .execute()
  return rows.flatMap(({ credits, since }) => (since ? [{ credits: Number(credits), since }] : []))
}
