import { sql } from 'kysely'
import { type Db, inTransaction, type Read, type Tx } from '#db/connection.ts'
import type { CreditTransactionKind, LotSource } from '#db/enums.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

export type SpendProblem =
  | { readonly reason: 'not-enough-credits'; readonly needed: number; readonly balance: number }
  | { readonly reason: 'wallet-frozen' }

/** What an operation on a wallet is about; `key` makes it happen once. */
type Operation = {
  readonly userId: string
  readonly key: string
  readonly orderId?: string
  readonly giftCodeId?: string
  readonly rentalId?: string
  readonly paymentIntent?: string
  readonly note?: string
}

/**
 * Locks a wallet until the transaction ends; every change of its credits does so first. The lock
 * lets foreign keys through, so inserts that reference the wallet do not wait for each other.
 */
export async function lockWallet(tx: Tx, userId: string): Promise<{ frozen: boolean }> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('freeze_reason')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { frozen: wallet.freeze_reason !== null }
}

/** Credits that can be spent at `now`: what unexpired, unfrozen lots hold. */
export async function creditsBalance(read: Read, userId: string, now: Date): Promise<number> {
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

/** Writes the operation, or returns null when its key has happened already. */
async function begin(
  tx: Tx,
  kind: CreditTransactionKind,
  operation: Operation,
  amount: number,
  now: Date,
): Promise<string | null> {
  const row = await tx
    .insertInto('credit_transactions')
    .values({
      id: newId(),
      user_id: operation.userId,
      kind,
      amount,
      idempotency_key: operation.key,
      payment_intent: operation.paymentIntent ?? null,
      order_id: operation.orderId ?? null,
      gift_code_id: operation.giftCodeId ?? null,
      rental_id: operation.rentalId ?? null,
      note: operation.note ?? null,
      effective_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const KIND_OF_SOURCE = {
  one_time: 'purchase',
  gift: 'purchase',
  gift_claim: 'gift_claim',
  subscription: 'subscription',
  goodwill: 'goodwill',
  grant: 'grant',
} as const satisfies Record<LotSource, CreditTransactionKind>

/**
 * Puts `amount` new credits into a wallet, as one lot that lapses at `expiresAt`. Part of a command
 * that holds the wallet. The operation's key is the lot's source key: the second call with it does
 * nothing and answers false.
 */
export async function mint(
  tx: Tx,
  operation: Operation & {
    readonly source: LotSource
    readonly amount: number
    readonly expiresAt: Date
  },
  now: Date,
): Promise<boolean> {
  const kind = KIND_OF_SOURCE[operation.source]
  const transaction = await begin(tx, kind, operation, operation.amount, now)
  if (transaction === null) return false
  const lot = newId()
  await tx
    .insertInto('credit_lots')
    .values({
      id: lot,
      user_id: operation.userId,
      source: operation.source,
      source_key: operation.key,
      granted_at: now,
      expires_at: operation.expiresAt,
      payment_intent: operation.paymentIntent ?? null,
    })
    .execute()
  await tx
    .insertInto('credit_movements')
    .values({
      transaction_id: transaction,
      lot_id: lot,
      from_side: 'mint',
      to_side: 'available',
      amount: operation.amount,
    })
    .execute()
  return true
}

/**
 * Takes `amount` credits for a rental, from what expires first. Part of a command that holds the
 * wallet. Zero credits move nothing.
 */
export async function spend(
  tx: Tx,
  operation: { readonly userId: string; readonly rentalId: string; readonly amount: number },
  now: Date,
): Promise<Outcome<null, SpendProblem>> {
  const { userId, rentalId, amount } = operation
  if (amount === 0) return done(null)
  // One statement: a rental waits for the database as seldom as it can. Behind the wallet's lock
  // nobody else changes these lots, so what it sums is what it takes.
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
        ${`rental:${rentalId}`}, ${rentalId}::uuid, ${now}::timestamptz
      where (select max(balance) from lot) >= ${amount}::integer
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
  return balance < amount
    ? refused({ reason: 'not-enough-credits', needed: amount, balance })
    : done(null)
}

/**
 * Gives a rental's credits back to the lots that they came from. What came from a lot that has
 * lapsed since stays lapsed when the shopper cancelled; when it was somebody else's fault it is
 * replaced by a lot with the time that was left when it was spent. What came from a lot that was
 * revoked since is revoked as well. Part of a command that holds the wallet; a second call does
 * nothing.
 */
export async function restore(
  tx: Tx,
  operation: {
    readonly userId: string
    readonly rentalId: string
    readonly fault: 'shopper' | 'other'
  },
  now: Date,
): Promise<void> {
  const { userId, rentalId } = operation
  const spent = await tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .select(['l.id as lot', 'l.expires_at', 'l.revoked_at', 't.effective_at', 'm.amount'])
    .where('t.rental_id', '=', rentalId)
    .where('t.kind', '=', sql.lit('rental' as const))
    .execute()
  if (spent.length === 0) return
  const sideOf = (lot: { readonly revoked_at: Date | null; readonly expires_at: Date }) =>
    lot.revoked_at ? 'revoked' : lot.expires_at > now ? 'available' : 'expired'
  const alive = spent.filter((part) => sideOf(part) === 'available')
  const restored = alive.reduce((sum, part) => sum + part.amount, 0)
  const key = `rental-cancelled:${rentalId}`
  const transaction = await begin(tx, 'cancellation', { userId, rentalId, key }, restored, now)
  if (transaction === null) return
  await tx
    .insertInto('credit_movements')
    .values(
      spent.map((part) => ({
        transaction_id: transaction,
        lot_id: part.lot,
        from_side: 'spent',
        to_side: sideOf(part),
        amount: part.amount,
      })),
    )
    .execute()
  if (operation.fault === 'shopper') return
  for (const part of spent.filter((lapsed) => sideOf(lapsed) === 'expired')) {
    const timeLeft = part.expires_at.getTime() - part.effective_at.getTime()
    await mint(
      tx,
      {
        userId,
        rentalId,
        key: `goodwill:${rentalId}:${part.lot}`,
        source: 'goodwill',
        amount: part.amount,
        expiresAt: new Date(now.getTime() + timeLeft),
      },
      now,
    )
  }
}

/**
 * Holds the credits that a payment bought while it is disputed, or lets go of them (`null`). What a
 * friend made of a gift is the friend's. Part of a command that holds the wallet.
 */
export async function freezeLots(
  tx: Tx,
  of: { readonly userId: string; readonly paymentIntent: string },
  frozenAt: Date | null,
): Promise<void> {
  await lotsOfPayment(tx, of).set({ frozen_at: frozenAt }).execute()
}

/**
 * Takes back what is left of the credits that a payment bought. Never below zero: answers how many
 * were spent before. Part of a command that holds the wallet; `key` makes it happen once.
 */
export async function revokeLots(
  tx: Tx,
  of: { readonly userId: string; readonly paymentIntent: string; readonly key: string },
  now: Date,
): Promise<{ readonly revoked: number; readonly spent: number }> {
  const lots = await lotsOfPayment(tx, of)
    .set({ revoked_at: now, frozen_at: null })
    .returning(['id', 'available', 'spent'])
    .execute()
  const spent = lots.reduce((sum, lot) => sum + lot.spent, 0)
  const left = lots.filter((lot) => lot.available > 0)
  const revoked = left.reduce((sum, lot) => sum + lot.available, 0)
  const transaction = revoked > 0 ? await begin(tx, 'revocation', of, -revoked, now) : null
  if (transaction === null) return { revoked: 0, spent }
  await tx
    .insertInto('credit_movements')
    .values(
      left.map((lot) => ({
        transaction_id: transaction,
        lot_id: lot.id,
        from_side: 'available',
        to_side: 'revoked',
        amount: lot.available,
      })),
    )
    .execute()
  return { revoked, spent }
}

function lotsOfPayment(
  tx: Tx,
  { userId, paymentIntent }: { readonly userId: string; readonly paymentIntent: string },
) {
  return tx
    .updateTable('credit_lots')
    .where('user_id', '=', userId)
    .where('payment_intent', '=', paymentIntent)
    .where('source', '<>', sql.lit('gift_claim' as const))
    .where('revoked_at', 'is', null)
}

/**
 * Writes off what lapsed lots still hold, a bounded number of wallets at a time. The balance never
 * counted them; this makes the statement say so. Returns how many lots it closed.
 */
export async function expireLots(db: Db, now: Date, most = 500): Promise<number> {
  const wallets = await db
    .selectFrom('credit_lots')
    .select('user_id')
    .distinct()
    .where('available', '>', sql.lit(0))
    .where('expires_at', '<=', now)
    .limit(most)
    .execute()
  let closed = 0
  for (const { user_id } of wallets) {
    closed += await inTransaction(db, (tx) => expireWallet(tx, user_id, now))
  }
  return closed
}

async function expireWallet(tx: Tx, userId: string, now: Date): Promise<number> {
  await lockWallet(tx, userId)
  const lapsed = await tx
    .selectFrom('credit_lots')
    .select(['id', 'available', 'expired', 'expires_at'])
    .where('user_id', '=', userId)
    .where('available', '>', sql.lit(0))
    .where('expires_at', '<=', now)
    .execute()
  for (const lot of lapsed) {
    const key = `expiry:${lot.id}:${lot.expired}`
    const transaction = await begin(tx, 'expiry', { userId, key }, -lot.available, lot.expires_at)
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
