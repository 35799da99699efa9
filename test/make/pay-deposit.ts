import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import type { Site } from '#test/app.ts'

/** Pays the deposit from an item's page on the sandbox's pages, by requests. */
export async function payDeposit(site: Site, shopper: Shopper, card: CardName = 'visa') {
  const item = await site.make.item()
  const today = calendarDateIn('America/New_York', site.clock.now())
  const input = { intent: 'deposit', start: addDays(today, 3), end: addDays(today, 9) }
  const redirect = await site.post(`/item/${item.id}`, input, { as: shopper })
  return await payAt(site, redirect.location ?? '', shopper, card)
}

/** Pays at an address of the sandbox; returns the success page. */
export async function payAt(site: Site, address: string, shopper: Shopper, card: CardName) {
  const checkout = await site.get(address, { as: shopper })
  const form = 'form[action^="/sandbox/checkout/"]'
  const paid = await site.submit(checkout, form, { card }, { as: shopper })
  return await site.get(paid.location ?? '', { as: shopper })
}
