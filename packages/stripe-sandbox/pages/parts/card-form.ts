import {
  type CardName,
  cardByNumber,
  cardNames,
  couldBeCardNumber,
  testCards,
} from '#sandbox/core/cards.ts'
import { type CardEntry, futureExpiryYear } from '#sandbox/payments/payment-methods.ts'

export type CardFormValues = {
  email: string
  card: string
  number: string
  expiry: string
  cvc: string
  name: string
}

export type CardFormProblems = Partial<Record<keyof CardFormValues, string>>

const offeredForPayments: readonly CardName[] = [
  'visa',
  'declined',
  'insufficientFunds',
  'authenticates',
  'refundFails',
  'refundWaits',
  'disputed',
]

const offeredForSubscriptions: readonly CardName[] = [
  'visa',
  'declined',
  'authenticates',
  'renewalDeclined',
  'disputed',
]

/** The cards that can be saved for later invoices. */
export const cardsToSave: readonly CardName[] = [
  'visa',
  'mastercard',
  'authenticates',
  'declined',
  'renewalDeclined',
]

/** The cards that the page offers, in this order. */
export function cardsFor(mode: string): readonly CardName[] {
  return mode === 'subscription' ? offeredForSubscriptions : offeredForPayments
}

export function emptyCardForm({ email, name }: { email: string; name: string }): CardFormValues {
  const year = futureExpiryYear(Date.now() / 1000)
  return { email, card: 'visa', number: '', expiry: `12 / ${year % 100}`, cvc: '123', name }
}

/** The input as typed. */
export function readCardForm(form: URLSearchParams): CardFormValues {
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 300)
  return {
    email: field('email'),
    card: field('card') || 'own',
    number: field('number'),
    expiry: field('expiry'),
    cvc: field('cvc'),
    name: field('name'),
  }
}

/** The card that the form describes, or an error for each wrong field. */
export function parseCardForm(
  values: CardFormValues,
  now: Date,
): { entry: CardEntry } | { problems: CardFormProblems } {
  const offered = cardNames.find((name) => name === values.card && testCards[name].number !== '')
  const number = offered ? testCards[offered].number : values.number.replace(/[\s-]/g, '')
  const expiry = parseExpiry(values.expiry, now)
  const problems: CardFormProblems = {}
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(values.email)) {
    problems.email = 'Enter an email address, such as name@example.com.'
  }
  if (!offered && number === '') problems.number = 'Enter a card number.'
  else if (!couldBeCardNumber(number)) problems.number = 'This card number is not valid.'
  if ('problem' in expiry) problems.expiry = expiry.problem
  if (!/^\d{3,4}$/.test(values.cvc)) problems.cvc = 'Enter the 3 or 4 digits.'
  if (values.name === '') problems.name = 'Enter the name on the card.'
  if ('problem' in expiry || Object.keys(problems).length > 0) return { problems }
  return {
    entry: {
      card: offered ?? cardByNumber(number),
      last4: number.slice(-4),
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      name: values.name,
      email: values.email,
    },
  }
}

function parseExpiry(
  typed: string,
  now: Date,
): { month: number; year: number } | { problem: string } {
  const parts = /^(\d{1,2})\s*(?:[/-]\s*)?(\d{2}|\d{4})$/.exec(typed)
  const month = Number(parts?.[1])
  const year = Number(parts?.[2]?.padStart(4, '20'))
  if (!parts || month < 1 || month > 12)
    return { problem: 'Enter month and year, such as 12 / 34.' }
  const past =
    year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
  return past ? { problem: 'This card has expired.' } : { month, year }
}
