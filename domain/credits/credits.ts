import { sql } from 'kysely'
import { type Db, inTransaction, type Read, type Tx } from '#db/connection.ts'
import type { CreditTransactionKind, LotSource } from '#db/enums.ts'
import type {
  CreditTransactionId,
  GiftCodeId,
  LotId,
  OrderId,
  PersonId,
  RefundId,
  RentalId,
} from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

export type SpendProblem =
  | { readonly reason: 'not-enough-credits'; readonly needed: number; readonly balance: number }
  | { readonly reason: 'wallet-frozen' }

/** What an operation on a wallet is about; `key` makes it happen once. */
type Operation = {
  readonly userId: PersonId
  readonly key: string
  readonly orderId?: OrderId
  readonly giftCodeId?: GiftCodeId
  readonly rentalId?: RentalId
  readonly paymentIntent?: string
  readonly refundId?: RefundId
  readonly note?: string
}

/**
 * Locks a wallet until the transaction ends; every change of its credits does so first. The lock
 * lets foreign keys through, so inserts that reference the wallet do not wait for each other.
 */
export async function lockWallet(tx: Tx, userId: PersonId): Promise<{ frozen: boolean }> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('freeze_reason')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { frozen: wallet.freeze_reason !== null }
}

/** Credits that can be spent at `now`: what unexpired, unfrozen lots hold. */
export async function creditsBalance(read: Read, userId: PersonId, now: Date): Promise<number> {
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

/**
 * Writes the operation, or returns null when its key has happened already. `held` is what goes on
 * hold with it, negative for what comes off.
 */
async function begin(
  tx: Tx,
  kind: CreditTransactionKind,
  operation: Operation,
  { amount, held = 0 }: { readonly amount: number; readonly held?: number },
  now: Date,
): Promise<CreditTransactionId | null> {
  const row = await tx
    .insertInto('credit_transactions')
    .values({
      id: newId(),
      user_id: operation.userId,
      kind,
      amount,
      held,
      idempotency_key: operation.key,
      payment_intent: operation.paymentIntent ?? null,
      order_id: operation.orderId ?? null,
      gift_code_id: operation.giftCodeId ?? null,
      rental_id: operation.rentalId ?? null,
      refund_id: operation.refundId ?? null,
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
  const transaction = await begin(tx, kind, operation, operation, now)
  if (transaction === null) return false
  const lot: LotId = newId()
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

/** A rental that was opened again after it was cancelled spends and gives back anew. */
function timeOf(reopened: number): string {
  return reopened === 0 ? '' : `:${reopened}`
}

/**
 * Takes `amount` credits for a rental, from what expires first. Part of a command that holds the
 * wallet. Zero credits move nothing.
 */
export async function spend(
  tx: Tx,
  operation: {
    readonly userId: PersonId
    readonly rentalId: RentalId
    readonly amount: number
    /** How often the rental was opened again after it was cancelled. */
    readonly reopened?: number
  },
  now: Date,
): Promise<Outcome<null, SpendProblem>> {
  const { userId, rentalId, amount, reopened = 0 } = operation
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
        ${`rental:${rentalId}${timeOf(reopened)}`}, ${rentalId}::uuid, ${now}::timestamptz
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
  if (balance >= amount) return done(null)
  // With what is on hold it would be enough: buying more is not the answer.
  const onHold = await frozenCredits(tx, userId, now)
  return balance + onHold >= amount
    ? refused({ reason: 'wallet-frozen' })
    : refused({ reason: 'not-enough-credits', needed: amount, balance })
}

async function frozenCredits(read: Read, userId: PersonId, now: Date): Promise<number> {
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

/** What came back of a rental's credits, in all, and how much of it is on hold for a dispute. */
export type Restored = {
  readonly credits: number
  readonly onHold: number
  /** What a lost dispute took as soon as it was back. */
  readonly revoked: number
}

const NOTHING_RESTORED: Restored = { credits: 0, onHold: 0, revoked: 0 }

/**
 * Gives a rental's credits back to the lots that they came from. What came from a lot that has
 * lapsed since stays lapsed when the shopper cancelled; when it was somebody else's fault it is
 * replaced by a lot with the time that was left when it was spent. What came from a lot that was
 * revoked since is revoked as well, and so is what a lot owes. Part of a command that holds the wallet; a second call does
 * nothing.
 */
export async function restore(
  tx: Tx,
  operation: {
    readonly userId: PersonId
    readonly rentalId: RentalId
    readonly fault: 'shopper' | 'other'
    /** How often the rental was opened again after it was cancelled. */
    readonly reopened?: number
  },
  now: Date,
): Promise<Restored> {
  const { userId, rentalId, reopened = 0 } = operation
  const spent = await tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .select(['l.id as lot', 'l.expires_at', 'l.revoked_at', 'l.frozen_at', 'l.owed'])
    .select(['t.effective_at', 'm.amount'])
    .where('t.rental_id', '=', rentalId)
    .where('t.kind', '=', sql.lit('rental' as const))
    .where('t.idempotency_key', '=', `rental:${rentalId}${timeOf(reopened)}`)
    .execute()
  if (spent.length === 0) return NOTHING_RESTORED
  const parts = spent.flatMap((one) => {
    const owed = one.revoked_at ? one.amount : Math.min(one.amount, one.owed)
    const free = one.expires_at > now ? ('available' as const) : ('expired' as const)
    return [
      { ...one, amount: owed, side: 'revoked' as const },
      { ...one, amount: one.amount - owed, side: free },
    ].filter(({ amount }) => amount > 0)
  })
  const sumOf = (chosen: typeof parts) => chosen.reduce((sum, { amount }) => sum + amount, 0)
  const alive = parts.filter(({ side }) => side === 'available')
  const key = `rental-cancelled:${rentalId}${timeOf(reopened)}`
  const restored = {
    credits: sumOf(alive),
    onHold: sumOf(alive.filter(({ frozen_at }) => frozen_at !== null)),
    revoked: sumOf(parts.filter(({ side }) => side === 'revoked')),
  }
  const change = { amount: restored.credits, held: restored.onHold }
  const transaction = await begin(tx, 'cancellation', { userId, rentalId, key }, change, now)
  if (transaction === null) return NOTHING_RESTORED
  for (const { lot, amount, revoked_at, side } of parts)
    if (side === 'revoked' && !revoked_at)
      await tx
        .updateTable('credit_lots')
        .set((set) => ({ owed: set('owed', '-', amount) }))
        .where('id', '=', lot)
        .execute()
  await tx
    .insertInto('credit_movements')
    .values(
      parts.map(({ lot, amount, side }) => ({
        transaction_id: transaction,
        lot_id: lot,
        from_side: 'spent',
        to_side: side,
        amount,
      })),
    )
    .execute()
  if (operation.fault === 'shopper') return restored
  for (const part of parts.filter(({ side }) => side === 'expired')) {
    const timeLeft = part.expires_at.getTime() - part.effective_at.getTime()
    await mint(
      tx,
      {
        userId,
        rentalId,
        key: `goodwill:${rentalId}${timeOf(reopened)}:${part.lot}`,
        source: 'goodwill',
        amount: part.amount,
        expiresAt: new Date(now.getTime() + timeLeft),
      },
      now,
    )
  }
  return restored
}

/**
 * Holds the credits that a payment bought while it is disputed, or lets go of them (`null`). What a
 * friend made of a gift is the friend's. Part of a command that holds the wallet; `key` names the
 * dispute. Answers how many credits changed sides.
 */
export async function freezeLots(
  tx: Tx,
  of: { readonly userId: PersonId; readonly paymentIntent: string; readonly key: string },
  frozenAt: Date | null,
  now: Date,
): Promise<number> {
  const changed = await lotsOfPayment(tx, of)
    .set({ frozen_at: frozenAt })
    .where('frozen_at', frozenAt ? 'is' : 'is not', null)
    .returning(['available'])
    .execute()
  const credits = changed.reduce((sum, lot) => sum + lot.available, 0)
  if (credits === 0) return 0
  const [kind, held] = frozenAt ? (['hold', credits] as const) : (['release', -credits] as const)
  await begin(tx, kind, { ...of, key: `${kind}:${of.key}:${newId()}` }, { amount: 0, held }, now)
  return credits
}

/**
 * Takes back what is left of the credits that a payment bought, all of it or as many as are asked
 * for. Never below zero: answers how many it took, and how many were spent before. Part of a command
 * that holds the wallet; `key` makes it happen once. Of lapsed lots it takes as well, unless only
 * those that `stillLast` are asked for.
 */
export async function revokeLots(
  tx: Tx,
  of: {
    readonly userId: PersonId
    readonly paymentIntent: string
    readonly key: string
    readonly credits: number | 'all'
    readonly refundId?: RefundId
    readonly stillLast?: true
  },
  now: Date,
): Promise<{ readonly revoked: number; readonly spent: number }> {
  const lots = await tx
    .selectFrom('credit_lots')
    .select(['id', 'available', 'spent', 'expires_at', 'frozen_at'])
    .where('user_id', '=', of.userId)
    .where('payment_intent', '=', of.paymentIntent)
    .where('source', '<>', sql.lit('gift_claim' as const))
    .where('revoked_at', 'is', null)
    .execute()
  // What is taken in part stays frozen as long as a dispute is open.
  if (of.credits === 'all')
    await lotsOfPayment(tx, of).set({ revoked_at: now, frozen_at: null, owed: 0 }).execute()
  const spent = lots.reduce((sum, lot) => sum + lot.spent, 0)
  const open = of.stillLast ? lots.filter((lot) => lot.expires_at > now) : lots
  const taken = takeFrom(open, 'available', of.credits === 'all' ? Infinity : of.credits)
  const revoked = taken.reduce((sum, part) => sum + part.amount, 0)
  const frozen = new Set(lots.filter((lot) => lot.frozen_at).map(({ id }) => id))
  const offHold = taken
    .filter(({ lot }) => frozen.has(lot))
    .reduce((sum, part) => sum + part.amount, 0)
  const change = { amount: -revoked, held: -offHold }
  const transaction = revoked > 0 ? await begin(tx, 'revocation', of, change, now) : null
  if (transaction === null) return { revoked: 0, spent }
  await tx
    .insertInto('credit_movements')
    .values(
      taken.map(({ lot, amount }) => ({
        transaction_id: transaction,
        lot_id: lot,
        from_side: 'available',
        to_side: 'revoked',
        amount,
      })),
    )
    .execute()
  return { revoked, spent }
}

/**
 * Remembers how many of the spent credits of a payment are revoked when they come back. Part of a
 * command that holds the wallet; answers how many that are.
 */
export async function oweSpent(
  tx: Tx,
  of: { readonly userId: PersonId; readonly paymentIntent: string; readonly credits: number },
): Promise<number> {
  const lots = await tx
    .selectFrom('credit_lots')
    .select(['id', 'expires_at'])
    .select(sql<number>`spent - owed`.as('spent'))
    .where('user_id', '=', of.userId)
    .where('payment_intent', '=', of.paymentIntent)
    .where('source', '<>', sql.lit('gift_claim' as const))
    .where('revoked_at', 'is', null)
    .execute()
  const owed = takeFrom(lots, 'spent', of.credits)
  for (const { lot, amount } of owed)
    await tx
      .updateTable('credit_lots')
      .set((set) => ({ owed: set('owed', '+', amount) }))
      .where('id', '=', lot)
      .execute()
  return owed.reduce((sum, part) => sum + part.amount, 0)
}

/** Up to `credits` of one side of these lots, from what expires first. */
function takeFrom<Side extends string>(
  lots: readonly ({ readonly id: LotId; readonly expires_at: Date } & Record<Side, number>)[],
  side: Side,
  credits: number,
) {
  let left = credits
  return [...lots]
    .sort((a, b) => a.expires_at.getTime() - b.expires_at.getTime() || (a.id < b.id ? -1 : 1))
    .flatMap((lot) => {
      const amount = Math.min(left, lot[side])
      left -= amount
      return amount > 0 ? [{ lot: lot.id, amount }] : []
    })
}

function lotsOfPayment(
  tx: Tx,
  { userId, paymentIntent }: { readonly userId: PersonId; readonly paymentIntent: string },
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

async function expireWallet(tx: Tx, userId: PersonId, now: Date): Promise<number> {
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
    const transaction = await begin(tx, 'expiry', { userId, key }, change, lot.expires_at)
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
