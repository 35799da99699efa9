import type { Id } from '#db/ids.ts'
import { type PaymentTerms, paymentTerms } from '#domain/admin/lists/payment-terms.ts'
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

export function searchTerms(typed: string): SearchTerms {
  const words = typed.trim()
  const code = toCode(words)
  const payment = paymentTerms(words)
  const number = words.replace(/^#/, '').toLowerCase()
  return {
    words,
    id: parseId(words),
    rentalNumber: number.length === NUMBER_LENGTH && /^[0-9a-f]+$/.test(number) ? number : null,
    giftCode: words.length <= MAX_CODE_CHARACTERS && isWholeCode(code) ? code : null,
    payment: payment.name === '' ? payment : null,
  }
}

/** With the blanks and hyphens that people write between the characters. */
const MAX_CODE_CHARACTERS = 20
