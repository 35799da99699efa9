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
 * Records the payment mode of this database. It can change until somebody has begun to pay or to be
 * paid; after that, returns why another mode must not be used. Otherwise null.
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

/** A sentence on why this database must not be used with this payment mode; null if it can be. */
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
