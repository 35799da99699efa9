import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { PaymentMode } from '#db/enums.ts'

const WORDS = {
  sandbox: 'the payment sandbox',
  test: 'a test key of Stripe',
  live: 'a live key of Stripe',
} satisfies Record<PaymentMode, string>

/** Somebody is known to the payment provider: as a customer, or as a closet with an account. */
const isInUse = sql<boolean>`(exists (select from stripe_customers)
  or exists (select from payout_accounts))`

/**
 * Records in which mode payments are made in this database; it can change until somebody has begun to
 * pay or to be paid. Returns why it must not be this one, or null.
 */
export async function recordPaymentMode(db: Db, mode: PaymentMode): Promise<string | null> {
  await db
    .insertInto('payment_mode')
    .values({ mode })
    .onConflict((conflict) =>
      conflict
        .column('is_only_row')
        .doUpdateSet({ mode })
        .where((eb) => eb.not(isInUse)),
    )
    .execute()
  return await wrongPaymentMode(db, mode)
}

/** Why payments in this mode must not be made in this database, in a sentence; null if they may. */
export async function wrongPaymentMode(db: Db, mode: PaymentMode): Promise<string | null> {
  const other = await db
    .selectFrom('payment_mode')
    .select('mode')
    .where('mode', '<>', mode)
    .where(isInUse)
    .executeTakeFirst()
  if (!other) return null
  return `This database has been used with ${WORDS[other.mode]}: with ${WORDS[mode]}, nothing would be behind the credits and deposits that were paid there, and its customers could not pay. Use a new database, or change the payment settings back.`
}
