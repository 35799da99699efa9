import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'

/** What is left of one lot of credits, and until when. */
export type LotLeft = Awaited<ReturnType<typeof lotsLeft>>[number]

/** The unexpired lots of a wallet with credits left, the first to expire on top. */
export async function lotsLeft(db: Db, shopper: Shopper, now: Date) {
  return await db
    .selectFrom('credit_lots')
    .select(['source', 'expires_at as expiresAt'])
    .select(sql<number>`sum(available)::integer`.as('credits'))
    .where('user_id', '=', shopper.id)
    .where('available', '>', sql.lit(0))
    .where('frozen_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy(['source', 'expires_at'])
    .orderBy('expires_at')
    .limit(50)
    .execute()
}

/** The credits on hold in a wallet, by disputed payment, the earliest first. */
export async function creditsOnHold(db: DbOrTx, userId: PersonId, now: Date) {
  return await db
    .selectFrom('credit_lots as l')
    .select([
      sql<number>`sum(l.available)::integer`.as('credits'),
      sql<Date>`min(l.frozen_at)`.as('since'),
    ])
    .where('l.user_id', '=', userId)
    .where('l.available', '>', sql.lit(0))
    .where('l.frozen_at', 'is not', null)
    .where('l.expires_at', '>', now)
    .groupBy('l.payment_intent')
    .orderBy('since')
    .limit(20)
    .execute()
}
