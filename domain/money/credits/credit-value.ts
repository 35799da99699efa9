import { sql } from 'kysely'

// What a credit brought: an equal share of the payment that bought its lot, less the fees of the
// payment provider.

/** Stripe's fees: 2.9% and 30 cents of a card payment, and 0.7% more of one for a plan. */
const CARD_SHARE = 0.029
const CARD_CENTS = 30
const BILLING_SHARE = 0.007

/** SQL: the cents that a credit of the lot `l` brought after fees; 0 if nobody paid for it. */
export const centsBrought = sql<number>`coalesce(greatest(0, l.payment_cents
    * case l.source when 'subscription' then ${sql.lit(1 - CARD_SHARE - BILLING_SHARE)}::float8
      else ${sql.lit(1 - CARD_SHARE)}::float8 end - ${sql.lit(CARD_CENTS)}) / l.payment_credits, 0)`
