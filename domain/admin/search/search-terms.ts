import type { Id } from '#db/ids.ts'
import { NUMBER_LENGTH } from '#domain/booking/rentals/stage/rental-number.ts'
import { isWholeCode, toCode } from '#domain/money/gifts/code-words.ts'
import { parseId } from '#domain/shared/ids.ts'

/** What an admin's search may mean. Each kind of result reads its own part. */
export type SearchTerms = {
  readonly words: string
  /** All of it is an id of ours. */
  readonly id: Id<string> | null
  /** All of it may be a rental's number, in lower case. */
  readonly rentalNumber: string | null
  /** All of it may be a gift code. */
  readonly giftCode: string | null
  /** Null when some of it says nothing about a payment. */
  readonly payment: PaymentTerms | null
}

/** What is known about a payment, all of which has to be true of it. */
export type PaymentTerms = {
  readonly amountCents: number | null
  readonly last4: string | null
  /** In lower case. */
  readonly email: string | null
  /** Of a payment, checkout session, invoice, refund or dispute at Stripe. */
  readonly stripeId: string | null
}

export function searchTerms(typed: string): SearchTerms {
  const words = typed.trim()
  const code = toCode(words)
  const number = words.replace(/^#/, '').toLowerCase()
  return {
    words,
    id: parseId(words),
    rentalNumber: number.length === NUMBER_LENGTH && /^[0-9a-f]+$/.test(number) ? number : null,
    giftCode: words.length <= MAX_CODE_CHARACTERS && isWholeCode(code) ? code : null,
    payment: paymentTerms(words),
  }
}

/** With the blanks and hyphens that people write between the characters. */
const MAX_CODE_CHARACTERS = 20

const AMOUNT = /^\$?(\d{1,3}(,\d{3})+|\d{1,7})(\.\d{2})?$/
const STRIPE_ID = /^(pi|cs|in|re|pyr|dp|du)_\w+$/
const EMAIL = /^[^@]+@[^@]+$/

function paymentTerms(words: string): PaymentTerms | null {
  let terms: PaymentTerms = { amountCents: null, last4: null, email: null, stripeId: null }
  for (const word of words.split(/\s+/)) {
    const term = termIn(word, terms)
    if (!term) return null
    terms = { ...terms, ...term }
  }
  return terms
}

/** What a word says that is not known yet. */
function termIn(word: string, known: PaymentTerms): Partial<PaymentTerms> | null {
  // Four digits are those of a card; '$1234' is an amount.
  if (/^\d{4}$/.test(word) && known.last4 === null) return { last4: word }
  if (AMOUNT.test(word) && known.amountCents === null) return { amountCents: centsIn(word) }
  if (STRIPE_ID.test(word) && known.stripeId === null) return { stripeId: word }
  if (EMAIL.test(word) && known.email === null) return { email: word.toLowerCase() }
  return null
}

const centsIn = (amount: string) => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100)
