// Pure. A deposit and credits can be paid on one page (spec 4.10). Our records join on the id of a
// payment, so the part of the deposit has an id of its own. Stripe knows only the whole: its calls and
// pages use `stripeIdOf`.

const DEPOSIT = '#deposit'

/** The id of the deposit's part of a payment, refund or dispute that has this id at Stripe. */
export function depositPartOf(stripeId: string): string {
  return `${stripeId}${DEPOSIT}`
}

/** The id at Stripe of a payment, refund or dispute in our records. */
export function stripeIdOf(id: string): string {
  return id.endsWith(DEPOSIT) ? id.slice(0, -DEPOSIT.length) : id
}

/** What was paid for a part, and what of that no refund or lost dispute has taken; cents. */
type Part = { readonly amountCents: number; readonly leftCents: number }

/**
 * Splits what a refund or a dispute takes of a payment between its parts: in proportion to what is
 * left of them, and only what exceeds that in proportion to what is gone. All of a payment is all of
 * each part. The shares are whole cents and add up to `cents`.
 */
export function splitCents(
  cents: number,
  credits: Part,
  deposit: Part,
): { readonly credits: number; readonly deposit: number } {
  const ofLeft = Math.min(cents, credits.leftCents + deposit.leftCents)
  const ofDeposit =
    shareOf(ofLeft, deposit.leftCents, credits.leftCents) +
    shareOf(
      cents - ofLeft,
      deposit.amountCents - deposit.leftCents,
      credits.amountCents - credits.leftCents,
    )
  return { credits: cents - ofDeposit, deposit: ofDeposit }
}

function shareOf(cents: number, weight: number, other: number): number {
  return weight === 0 ? 0 : Math.round((cents * weight) / (weight + other))
}
