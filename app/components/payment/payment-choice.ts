import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import type { WayToPay } from '#domain/money/checkout/pay-today.ts'

const INTENT = 'pay'

/** The intent of the button that pays in this way: 'pay:subscription_monthly:2000'. */
export function intentOf({ buys, totalCents }: WayToPay): string {
  return [INTENT, buys?.product ?? '', totalCents].join(':')
}

/** The way and amount that a posted intent chose; null for another intent. */
export function readPayment(intent: unknown): ChosenPayment | null {
  if (typeof intent !== 'string') return null
  const [name, product = '', cents = ''] = intent.split(':')
  if (name !== INTENT || !/^\d{1,7}$/.test(cents)) return null
  return { product: product === '' ? null : product, totalCents: Number(cents) }
}

/** Shown when the payment page could not be opened; the server has the same message. */
export const PAYMENT_NOT_OPENED = 'Error: Failed to open the payment page. You were not charged.'
