import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { LotSource } from '#db/enums.ts'
import type { Shopper } from '#domain/shared/actors.ts'

/** What is left of one lot of credits, and until when. */
export type LotLeft = {
  readonly source: LotSource
  readonly credits: number
  readonly expiresAt: Date
}

/** The unexpired lots of a wallet that still hold something, what lapses first on top. */
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
