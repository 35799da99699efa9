import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { EarningKind } from '#db/enums.ts'
import type { EarningId, PersonId, RentalId } from '#db/ids.ts'
import { recordEvent } from '#domain/outbound/webhooks/webhooks.ts'
import { newId } from '#domain/shared/ids.ts'
import { HOLD_DAYS } from './hold-days.ts'

// What a closet is owed, in cents. Rows are only ever added: undoing an earning adds a negative
// one.

export type NewEarning = {
  readonly ownerId: PersonId
  readonly kind: EarningKind
  /** Null for corrections without a rental. */
  readonly rentalId: RentalId | null
  /** Negative for what is taken back; 0 records nothing. */
  readonly cents: number
  /** What it is for, such as 'rental:…': the same key is recorded once. */
  readonly key: string
  /** The instant from which it can be part of a transfer. */
  readonly payableAt: Date
  readonly note?: string
  readonly madeBy?: PersonId
}

/** Adds an earning, in the transaction that causes it. False if it was recorded before. */
export async function recordEarning(tx: Tx, earning: NewEarning, now: Date): Promise<boolean> {
  if (earning.cents === 0) return false
  const id: EarningId = newId()
  const row = await tx
    .insertInto('earnings')
    .values({
      id,
      owner_id: earning.ownerId,
      kind: earning.kind,
      rental_id: earning.rentalId,
      amount_cents: earning.cents,
      source_key: earning.key,
      earned_at: now,
      payable_at: earning.payableAt,
      note: earning.note ?? null,
      made_by: earning.madeBy ?? null,
    })
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const { ownerId, kind, rentalId: rental_id, cents: amount_cents, payableAt } = earning
  const recorded = { id, kind, amount_cents, rental_id, earned_at: now, payable_at: payableAt }
  await recordEvent(tx, { type: 'earning.recorded', ownerId }, () => recorded, now)
  return true
}

const HOLD_MS = HOLD_DAYS * 86_400_000

type EarningRental = {
  readonly id: RentalId
  readonly owner_id: PersonId
  readonly total_credits: number
  readonly cents_per_credit: number
}

/**
 * A completed rental earns its credits at the rate that was fixed when it was rented, without those
 * that a return request restores, payable seven days after its review. Part of a command that holds
 * the rental's lock.
 */
export async function earnRental(
  tx: Tx,
  rental: EarningRental,
  { creditsBack, reviewedAt }: { readonly creditsBack: number; readonly reviewedAt: Date },
  now: Date,
): Promise<void> {
  const cents = (rental.total_credits - creditsBack) * rental.cents_per_credit
  const { undone } = await tx
    .selectFrom('earnings')
    .select(sql<number>`count(*)::int`.as('undone'))
    .where('rental_id', '=', rental.id)
    .where('kind', '=', 'taken_back')
    .executeTakeFirstOrThrow()
  const key = undone === 0 ? `rental:${rental.id}` : `rental:${rental.id}:${undone}`
  const payableAt = new Date(Math.max(reviewedAt.getTime() + HOLD_MS, now.getTime()))
  const { id: rentalId, owner_id: ownerId } = rental
  await recordEarning(tx, { ownerId, kind: 'rental', rentalId, cents, key, payableAt }, now)
}

/**
 * Takes back what a rental earned when its completion is undone: deducted from the next transfer,
 * but not before the earning itself would have been payable. For older rentals, return requests
 * have taken back a part, which is not taken twice. Part of a command that holds the rental's lock.
 */
export async function takeBackRental(tx: Tx, rentalId: RentalId, now: Date): Promise<void> {
  const earning = await latestEarning(tx, rentalId)
  if (!earning) return
  const { net } = await tx
    .selectFrom('earnings')
    .select(sql<number>`sum(amount_cents)::int`.as('net'))
    .where('rental_id', '=', rentalId)
    .where('kind', 'in', ['rental', 'taken_back'])
    .executeTakeFirstOrThrow()
  const taken = { cents: net, key: `taken-back:${earning.source_key}` }
  await takeBack(tx, rentalId, earning, taken, now)
}

type Earned = NonNullable<Awaited<ReturnType<typeof latestEarning>>>

/** What the latest completion of a rental earned. */
async function latestEarning(tx: Tx, rentalId: RentalId) {
  return await tx
    .selectFrom('earnings as e')
    .select(['e.owner_id', 'e.source_key', 'e.payable_at'])
    .where('e.rental_id', '=', rentalId)
    .where('e.kind', '=', 'rental')
    .where(
      sql<boolean>`not exists (select from earnings t where t.source_key = 'taken-back:' || e.source_key)`,
    )
    .executeTakeFirst()
}

async function takeBack(
  tx: Tx,
  rentalId: RentalId,
  { owner_id: ownerId, payable_at }: Earned,
  { cents, key }: { readonly cents: number; readonly key: string },
  now: Date,
): Promise<void> {
  const payableAt = payable_at > now ? payable_at : now
  const earning = { ownerId, kind: 'taken_back', rentalId, cents: -cents, key, payableAt } as const
  await recordEarning(tx, earning, now)
}
