import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import type { Page } from '#test/browsing.ts'
import type { Visit, World } from './world.ts'

/** A week from the day after tomorrow. */
export function rentalWeek({ clock, settings }: World): { start: CalendarDate; end: CalendarDate } {
  const today = calendarDateIn(settings.timeZone, clock.now())
  return { start: addDays(today, 2), end: addDays(today, 8) }
}

/** Pays on the provider's page after a redirect; returns the address to come back to. */
export async function pay(
  { payPages }: Visit,
  redirect: Page,
  card: CardName = 'visa',
): Promise<string> {
  const checkout = await payPages.get(redirect.location ?? '')
  const paid = await payPages.submit(checkout, 'form[action^="/sandbox/checkout/"]', { card })
  if (paid.location === null) throw new Error(`not paid: ${paid.text()}`)
  const { pathname, search } = new URL(paid.location)
  return pathname + search
}
