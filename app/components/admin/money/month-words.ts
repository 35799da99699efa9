import type { MonthFigureName } from '#db/enums.ts'

const CREDIT_WORDS = {
  sold: 'Sold',
  given: 'Given for free',
  spent: 'Spent',
  returned: 'Returned to renters',
  expired: 'Expired',
  refunded: 'Refunded or disputed',
} as const

export const monthWords = {
  credits_sold: CREDIT_WORDS.sold,
  credits_given: CREDIT_WORDS.given,
  credits_spent: CREDIT_WORDS.spent,
  credits_returned: CREDIT_WORDS.returned,
  credits_expired: CREDIT_WORDS.expired,
  credits_refunded: CREDIT_WORDS.refunded,
  millicents_sold: CREDIT_WORDS.sold,
  millicents_given: CREDIT_WORDS.given,
  millicents_spent: CREDIT_WORDS.spent,
  millicents_returned: CREDIT_WORDS.returned,
  millicents_expired: CREDIT_WORDS.expired,
  millicents_refunded: CREDIT_WORDS.refunded,
  deposits_taken: 'Paid',
  deposits_returned: 'Refunded',
  deposits_withheld: 'Withheld',
  deposits_disputed: 'Lost in disputes',
  earnings_earned: 'Earned',
  earnings_corrected: 'Taken back and adjusted',
  earnings_paid: 'Paid out',
} as const satisfies Record<MonthFigureName, string>
