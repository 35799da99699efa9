import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { PaidWith } from '#gateways/stripe/paid-with.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

// Cards with which people paid or tried to, and payments that failed: for admins, who look for
// several accounts of one person and for stolen cards (spec 12.6, 12.13). Nothing is refused for it.

/** Part of recording a payment: notes the card, if it was one. */
export async function recordCard(
  tx: Tx,
  userId: PersonId,
  used: PaidWith | null,
  at: Date,
): Promise<void> {
  if (!used || used.cardLast4 === null) return
  // Nothing to compare with other accounts; a stored payment is like that, whose card is listed.
  if (used.cardExpires === null && used.cardFingerprint === null) return
  await tx
    .insertInto('person_cards')
    .values({
      user_id: userId,
      method: used.method,
      last4: used.cardLast4,
      expires: used.cardExpires,
      fingerprint: used.cardFingerprint,
      first_used_at: at,
      last_used_at: at,
    })
    .onConflict((conflict) =>
      conflict.constraint('card_of_a_person_is_listed_once').doUpdateSet({
        first_used_at: sql<Date>`least(person_cards.first_used_at, excluded.first_used_at)`,
        last_used_at: sql<Date>`greatest(person_cards.last_used_at, excluded.last_used_at)`,
      }),
    )
    .execute()
}

/**
 * Records an attempt to pay that the bank refused, once. Charges of unknown customers and of closed
 * accounts are ignored.
 */
export async function recordFailedPayment(
  db: Db,
  stripe: StripeGateway,
  chargeId: string,
): Promise<void> {
  const charge = await stripe.readFailedCharge(chargeId)
  if (!charge?.customer) return
  const { customer, attemptedWith } = charge
  await inTransaction(db, async (tx) => {
    const person = await tx
      .selectFrom('stripe_customers as c')
      .innerJoin('user_profiles as p', 'p.id', 'c.user_id')
      .select('p.id')
      .where('c.stripe_customer_id', '=', customer)
      .where('p.deleted_at', 'is', null)
      // Waits for a concurrent closing of the account, which removes these rows.
      .forKeyShare('p')
      .executeTakeFirst()
    if (!person) return
    const written = await tx
      .insertInto('failed_payments')
      .values({
        id: charge.id,
        user_id: person.id,
        amount_cents: charge.amountCents,
        payment_intent: charge.paymentIntent,
        method: attemptedWith?.method ?? null,
        card_last4: attemptedWith?.cardLast4 ?? null,
        card_fingerprint: attemptedWith?.cardFingerprint ?? null,
        reason: charge.reason,
        failed_at: charge.failedAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written) await recordCard(tx, person.id, attemptedWith, charge.failedAt)
  })
}

/** Part of closing an account. */
export async function removeCardsOf(tx: Tx, userId: PersonId): Promise<void> {
  await tx.deleteFrom('person_cards').where('user_id', '=', userId).execute()
  await tx.deleteFrom('failed_payments').where('user_id', '=', userId).execute()
}

/** How long failed payments stay. */
export const FAILED_PAYMENT_DAYS = 365
const BATCH_SIZE = 1000

/** Deletes a bounded number of old failed payments; returns how many. */
export async function sweepFailedPayments(db: Db, now: Date): Promise<number> {
  const until = new Date(now.getTime() - FAILED_PAYMENT_DAYS * 86_400_000)
  const { rows } = await sql`
    delete from failed_payments where id in (select id from failed_payments
      where failed_at < ${until} order by failed_at, id limit ${sql.lit(BATCH_SIZE)})
    returning id`.execute(db)
  return rows.length
}
