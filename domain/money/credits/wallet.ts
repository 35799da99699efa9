import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/**
 * Locks a wallet until the transaction ends; every change of its credits starts with this. The lock
 * does not conflict with foreign keys, so inserts that reference the wallet do not wait for each
 * other.
 */
export async function lockWallet(tx: Tx, userId: PersonId): Promise<{ frozen: boolean }> {
  return await lockingWallet(tx, userId)
    .selectFrom('wallet')
    .select('frozen')
    .executeTakeFirstOrThrow()
}

/** Like `lockWallet`, within a statement that reads `wallet`; saves a round trip while renting. */
export function lockingWallet(tx: Tx, userId: PersonId) {
  return tx.with('wallet', (from) =>
    from
      .selectFrom('wallets')
      .select(sql<boolean>`freeze_reason is not null`.as('frozen'))
      .where('user_id', '=', userId)
      .forNoKeyUpdate(),
  )
}

/** Credits that can be spent at `now`: the sum of unexpired, unfrozen lots. */
export async function creditsBalance(read: DbOrTx, userId: PersonId, now: Date): Promise<number> {
  const row = await read
    .selectFrom('credit_lots')
    .select(sql<number>`coalesce(sum(available), 0)::integer`.as('balance'))
    .where('user_id', '=', userId)
    .where('available', '>', sql.lit(0))
    .where('frozen_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return row.balance
}
