import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { beginOperation } from './operation.ts'
import { lockWallet } from './wallet.ts'

/**
 * Expires the credits left in expired lots, for at most `max` wallets. The balance leaves them out
 * already; this adds a line to the statement. Returns how many lots it closed.
 */
export async function expireLots(db: Db, now: Date, max = 500): Promise<number> {
  const wallets = await db
    .selectFrom('credit_lots')
    .select('user_id')
    .distinct()
    .where('available', '>', sql.lit(0))
    .where('expires_at', '<=', now)
    .limit(max)
    .execute()
  let closed = 0
  for (const { user_id } of wallets) {
    closed += await inTransaction(db, (tx) => expireWallet(tx, user_id, now))
  }
  return closed
}

/** Expires what is left in the expired lots of a wallet; returns how many lots it closed. */
export async function expireWallet(tx: Tx, userId: PersonId, now: Date): Promise<number> {
  await lockWallet(tx, userId)
  const lapsed = await tx
    .selectFrom('credit_lots')
    .select(['id', 'available', 'expired', 'expires_at', 'frozen_at'])
    .where('user_id', '=', userId)
    .where('available', '>', sql.lit(0))
    .where('expires_at', '<=', now)
    .execute()
  for (const lot of lapsed) {
    const key = `expiry:${lot.id}:${lot.expired}`
    const change = { amount: -lot.available, held: lot.frozen_at ? -lot.available : 0 }
    const transaction = await beginOperation(tx, 'expiry', { userId, key }, change, lot.expires_at)
    if (transaction === null) continue
    await tx
      .insertInto('credit_movements')
      .values({
        transaction_id: transaction,
        lot_id: lot.id,
        from_side: 'available',
        to_side: 'expired',
        amount: lot.available,
      })
      .execute()
  }
  return lapsed.length
}
