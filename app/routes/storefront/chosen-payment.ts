import { readPayment } from '#app/components/payment/payment-choice.ts'
import { ownCookie, readOwnCookie } from '#app/request/cookies.ts'
import type { ItemId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'

// What a visitor chose to pay on the page of an item, until they have an account.

const NAME = 'hemline_pay'
const MINUTES = 30

/**
 * The fields that choose. Delivery details are entered after signing in, and visitors share pages, so
 * the key of the form is nobody's own.
 */
const FIELDS = ['intent', 'start', 'end', 'handover', 'credits_per_day'] as const

/** The cookie that remembers it. Call it only for forms of our own pages. */
export function choosePayment(itemId: ItemId, form: FormData): string {
  const chosen = new URLSearchParams({ item: itemId })
  for (const name of FIELDS) {
    const value = form.get(name)
    if (typeof value === 'string') chosen.set(name, value.slice(0, 60))
  }
  return ownCookie(NAME, String(chosen), MINUTES * 60)
}

export const FORGET_PAYMENT = ownCookie(NAME, '', 0)

/** What the request's browser chose to pay, and its form; null for nothing. */
export function readChosenPayment(request: Request) {
  const chosen = new URLSearchParams(readOwnCookie(request, NAME) ?? '')
  const itemId = parseId<ItemId>(chosen.get('item'))
  const payment = readPayment(chosen.get('intent'))
  if (!itemId || !payment) return null
  const form = new FormData()
  for (const name of FIELDS) {
    const value = chosen.get(name)
    if (value !== null) form.set(name, value)
  }
  return { itemId, payment, form }
}
