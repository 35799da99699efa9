import type { RouterContextProvider } from 'react-router'
import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { ITEMS, leadsToItem } from '#app/rendering/item-address.ts'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import type { ItemId } from '#db/ids.ts'
import { quote, readDates } from '#domain/booking/rentals/stage/quote.ts'
import { findItem } from '#domain/catalogue/items/item-queries.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

/** The item in a return address, with or without dates; null for every other address. */
export async function itemOfAddress(context: Readonly<RouterContextProvider>, returnTo: string) {
  const shopper = shopperIn(context)
  const itemId = itemIdIn(returnTo)
  if (!shopper || !itemId) return null
  const item = await findItem(context.get(appContext).db, shopper, itemId, todayIn(context))
  return item && { title: item.title, imageUrl: item.image?.url ?? null }
}

function itemIdIn(address: string): ItemId | null {
  const [path = ''] = address.split('?')
  return leadsToItem(path) ? parseId<ItemId>(path.slice(ITEMS.length)) : null
}

/**
 * The rental that someone left to buy credits for, from an address like `/item/…?start=…&end=…`; null
 * when it is not possible.
 */
export async function intendedRental(
  context: Readonly<RouterContextProvider>,
  returnTo: string | null,
) {
  const shopper = shopperIn(context)
  const [, query = ''] = (returnTo ?? '').split('?')
  const itemId = itemIdIn(returnTo ?? '')
  if (!shopper || !itemId) return null
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const params = new URLSearchParams(query)
  const dates = readDates(
    { start: parseCalendarDate(params.get('start')), end: parseCalendarDate(params.get('end')) },
    today,
  )
  if ('reason' in dates) return null
  const item = await findItem(db, shopper, itemId, today)
  if (item?.status !== 'free' || item.isOwn) return null
  return {
    itemId,
    title: item.title,
    imageUrl: item.image?.url ?? null,
    start: dates.start,
    end: dates.end,
    handover: readHandover(params.get('handover')),
    creditsPerDay: item.creditsPerDay,
    credits: quote(item.creditsPerDay, dates.totalDays).totalCredits,
    // The idempotency key for renting from this page.
    requestKey: newId(),
  }
}
