/** What is known about a payment, all of which has to be true of it. */
export type PaymentTerms = {
  readonly amountCents: number | null
  readonly last4: string | null
  /** In lower case. */
  readonly email: string | null
  /** Of a payment, checkout session, invoice, refund or dispute at Stripe. */
  readonly stripeId: string | null
  /** The other words: part of the payer's name. */
  readonly name: string
}

const AMOUNT = /^\$?(\d{1,3}(,\d{3})+|\d{1,7})(\.\d{2})?$/
const STRIPE_ID = /^(pi|cs|in|re|pyr|dp|du)_[\w-]+$/
const EMAIL = /^[^@]+@[^@]+$/

/** What words as '$50 4242' or 'ada@example.test' say about a payment. */
export function paymentTerms(typed: string): PaymentTerms {
  let terms: PaymentTerms = {
    amountCents: null,
    last4: null,
    email: null,
    stripeId: null,
    name: '',
  }
  for (const word of typed.split(/\s+/)) terms = { ...terms, ...termIn(word, terms) }
  return terms
}

/** What a word says that is not known yet. */
function termIn(word: string, known: PaymentTerms): Partial<PaymentTerms> {
  // Four digits are those of a card; '$1234' is an amount.
  if (/^\d{4}$/.test(word) && known.last4 === null) return { last4: word }
  if (AMOUNT.test(word) && known.amountCents === null) return { amountCents: centsIn(word) }
  if (STRIPE_ID.test(word) && known.stripeId === null) return { stripeId: word }
  if (EMAIL.test(word) && known.email === null) return { email: word.toLowerCase() }
  return { name: `${known.name} ${word}`.trim() }
}

const centsIn = (amount: string) => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100)
