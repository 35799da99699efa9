import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { creditsBalance } from './wallet.ts'

export type SpendProblem =
  | { readonly reason: 'not-enough-credits'; readonly needed: number; readonly balance: number }
  | { readonly reason: 'wallet-frozen' }

/**
 * Spends `amount` credits on a rental, the first to expire first. Part of a command that has locked
 * the wallet and knows that the key is new. Zero credits change nothing.
 */
export async function spend(
  tx: Tx,
  operation: {
    readonly userId: PersonId
    readonly rentalId: RentalId
    readonly amount: number
    /** Happens once for each key: `rentalKey`, `extensionKey` or `datesCostKey`. */
    readonly key: string
  },
  now: Date,
): Promise<Outcome<null, SpendProblem>> {
  const { userId, rentalId, amount, key } = operation
  if (amount === 0) return done(null)
  // One statement, to save round trips while renting. The wallet is locked, so nobody else changes
  // these lots, and it takes exactly what it sums.
  const { rows } = await sql<{ balance: number }>`
    with lot as (
      select id, available,
        sum(available) over (order by expires_at, id) - available as before,
        sum(available) over () as balance
      from credit_lots
      where user_id = ${userId}::uuid and available > 0 and frozen_at is null
        and expires_at > ${now}::timestamptz
    ), operation as (
      insert into credit_transactions
        (id, user_id, kind, amount, idempotency_key, rental_id, effective_at)
      select ${newId()}::uuid, ${userId}::uuid, 'rental', -${amount}::integer,
        ${key}, ${rentalId}::uuid, ${now}::timestamptz
      where exists (select from lot where balance >= ${amount}::integer)
      returning id
    ), moved as (
      insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
      select operation.id, lot.id, 'available', 'spent',
        least(lot.available, ${amount}::integer - lot.before)
      from lot, operation
      where lot.before < ${amount}::integer
    )
    select coalesce(max(balance), 0)::integer as balance from lot`.execute(tx)
  const balance = rows[0]?.balance ?? 0
  const problem = await whyNotCovered(tx, { userId, amount, balance }, now)
  return problem ? refused(problem) : done(null)
}

/**
 * Why `amount` credits cannot be spent; null when they can. Part of a command that has locked the
 * wallet and spends them in several operations.
 */
export async function whyNotSpend(
  tx: Tx,
  userId: PersonId,
  amount: number,
  now: Date,
): Promise<SpendProblem | null> {
  const balance = await creditsBalance(tx, userId, now)
  return await whyNotCovered(tx, { userId, amount, balance }, now)
}

async function whyNotCovered(
  tx: Tx,
  {
    userId,
    amount,
    balance,
  }: { readonly userId: PersonId; readonly amount: number; readonly balance: number },
  now: Date,
): Promise<SpendProblem | null> {
  if (balance >= amount) return null
  // With the credits on hold there would be enough, so buying more is not the solution.
  const onHold = await frozenCredits(tx, userId, now)
  return balance + onHold >= amount
    ? { reason: 'wallet-frozen' }
    : { reason: 'not-enough-credits', needed: amount, balance }
}

async function frozenCredits(read: DbOrTx, userId: PersonId, now: Date): Promise<number> {
  const row = await read
    .selectFrom('credit_lots')
    .select(sql<number>`coalesce(sum(available), 0)::integer`.as('credits'))
    .where('user_id', '=', userId)
    .where('available', '>', sql.lit(0))
    .where('frozen_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return row.credits
}
