import { type Accepted, BATCH, LOCK, ONE_PAYER, UNDEFINED } from './reasons.ts'

export const credits: readonly Accepted[] = [
  {
    path: 'domain/credits/expiry-reminders.ts',
    line: 'export async function remindOfExpiry(db: Db, place: Place, now: Date, max = 500): Promise<number> {',
    was: '500',
    becomes: '501',
    reason: BATCH,
  },
  {
    path: 'domain/credits/revoke-lots.ts',
    line: ".select(['id', 'available', 'spent', 'expires_at', 'frozen_at'])",
    was: ".where('user_id', '=', of.userId)",
    becomes: '',
    reason: ONE_PAYER,
  },
  {
    path: 'domain/credits/statement.ts',
    line: ".whereRef('earlier.payment_intent', '=', 't.payment_intent')",
    was: ".where('earlier.kind', '=', sql.lit('subscription' as const))",
    becomes: '',
    reason: 'The first operation of an invoice is its first month; others follow it.',
  },
  {
    path: 'domain/credits/give-credits.ts',
    line: 'await lockWallet(tx, personId)',
    was: 'await lockWallet(tx, personId)',
    becomes: '',
    reason: LOCK,
  },
  {
    path: 'domain/credits/mint.ts',
    line: 'payment_intent: operation.paymentIntent ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/credits/mint.ts',
    line: 'payment_credits: operation.paid?.credits ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/credits/operation.ts',
    line: 'refund_id: operation.refundId ?? null,',
    was: '?? null',
    becomes: '',
    reason: UNDEFINED,
  },
  {
    path: 'domain/credits/restore.ts',
    line: 'return amount > 0 ? [{ ...one, amount }] : []',
    was: '>',
    becomes: '>=',
    reason: '`returnToLots` leaves out parts of 0 credits.',
  },
  {
    path: 'domain/credits/spend.ts',
    line: 'const balance = rows[0]?.balance ?? 0',
    was: '?? 0',
    becomes: '',
    reason: 'The statement always returns one row; the types do not know that.',
  },
]
