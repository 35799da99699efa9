export type CardName =
  | 'visa'
  | 'mastercard'
  | 'authenticates'
  | 'declined'
  | 'disputed'
  | 'insufficientFunds'
  | 'expired'
  | 'incorrectCvc'
  | 'processingError'
  | 'refundFails'
  | 'refundWaits'
  | 'renewalDeclined'
  | 'unknown'

export type Decline = { code: string; declineCode?: string; message: string }

/** How a card behaves; this depends on its number, as with Stripe's test cards. */
export type TestCard = {
  number: string
  /** Its description on the checkout page. */
  outcome: string
  brand: 'visa' | 'mastercard'
  decline?: Decline
  authenticates?: true
  refund?: 'fails later' | 'succeeds later'
  /** The cardholder disputes the payment. */
  disputes?: true
  /** Declined when charged off-session. */
  declinedOffSession?: true
}

export const testCards = {
  visa: { number: '4242424242424242', outcome: 'Succeeds', brand: 'visa' },
  mastercard: { number: '5555555555554444', outcome: 'Succeeds', brand: 'mastercard' },
  authenticates: {
    number: '4000002500003155',
    outcome: 'Requires authentication',
    brand: 'visa',
    authenticates: true,
  },
  declined: {
    number: '4000000000000002',
    outcome: 'Declined',
    brand: 'visa',
    decline: {
      code: 'card_declined',
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
    },
  },
  insufficientFunds: {
    number: '4000000000009995',
    outcome: 'Insufficient funds',
    brand: 'visa',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  expired: {
    number: '4000000000000069',
    outcome: 'Expired card',
    brand: 'visa',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  incorrectCvc: {
    number: '4000000000000127',
    outcome: 'Incorrect security code',
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  processingError: {
    number: '4000000000000119',
    outcome: 'Processing error',
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  refundFails: {
    number: '4000000000005126',
    outcome: 'Succeeds; refunds fail',
    brand: 'visa',
    refund: 'fails later',
  },
  refundWaits: {
    number: '4000000000007726',
    outcome: 'Succeeds; refunds are delayed',
    brand: 'visa',
    refund: 'succeeds later',
  },
  disputed: {
    number: '4000000000000259',
    outcome: 'Succeeds; then disputed',
    brand: 'visa',
    disputes: true,
  },
  renewalDeclined: {
    number: '4000000000000341',
    outcome: 'Succeeds; renewals are declined',
    brand: 'visa',
    declinedOffSession: true,
  },
  // Any other number could be a real card, so it is declined.
  unknown: {
    number: '',
    outcome: 'Declined',
    brand: 'visa',
    decline: {
      code: 'card_declined',
      declineCode: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. Use one of the test cards.',
    },
  },
} satisfies Record<CardName, TestCard>

export const cardNames: readonly CardName[] = [
  'visa',
  'mastercard',
  'authenticates',
  'declined',
  'disputed',
  'insufficientFunds',
  'expired',
  'incorrectCvc',
  'processingError',
  'refundFails',
  'refundWaits',
  'renewalDeclined',
  'unknown',
]

/** Names of test cards that can be attached as a payment method, as with Stripe. */
export const namedCards: ReadonlyMap<string, CardName> = new Map([
  ['pm_card_visa', 'visa'],
  ['pm_card_mastercard', 'mastercard'],
  ['pm_card_visa_chargeDeclined', 'declined'],
  ['pm_card_chargeCustomerFail', 'renewalDeclined'],
  ['pm_card_createDispute', 'disputed'],
  ['pm_card_pendingRefund', 'refundWaits'],
  ['pm_card_refundFail', 'refundFails'],
  ['pm_card_threeDSecure2Required', 'authenticates'],
])

export function cardOf(name: CardName): TestCard {
  return testCards[name]
}

export function cardByNumber(number: string): CardName {
  const named = cardNames.find((name) => testCards[name].number === number)
  if (named) return named
  if (!alsoAccepted.has(number)) return 'unknown'
  return number.startsWith('4') ? 'visa' : 'mastercard'
}

/** More of Stripe's test cards that succeed, so that several people can have different ones. */
const alsoAccepted: ReadonlySet<string> = new Set([
  '4000056655665556',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '4000001240000000',
  '4000004840008001',
  '4000000320000021',
  '4000002760000016',
  '4000003000000030',
  '4000002500000003',
  '4000000360000006',
  '4000005780000007',
  '4000001910000009',
])

/** The check digit of a card number (Luhn). */
export function couldBeCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
