import { Key } from 'selenium-webdriver'
import { addDays, type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { type Hands, keyboard } from './hands.ts'
import type { Page } from './page.ts'
import { button, byRole } from './targets.ts'

/** A week that begins some days after today. */
export interface Week {
  readonly today: CalendarDate
  readonly ahead: number
}

export const startOf = ({ today, ahead }: Week) => addDays(today, ahead)
export const endOf = ({ today, ahead }: Week) => addDays(today, ahead + 6)

/** A day as keys for a date field. Without a slash, WebKit's waits for more digits of the month. */
export function typedDate(date: CalendarDate): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}

const dates = button(/^Your dates/)
const day = (date: CalendarDate) => button(new RegExp(`^${showDate(date)}(,|$)`))

/** Chooses the first and the last day of a week in the calendar of an item. */
export async function pickWeek(page: Page, hands: Hands, week: Week): Promise<void> {
  const [start, end] = [startOf(week), endOf(week)]
  await hands.press(page, dates)
  await page.sees(byRole('grid'))
  if (hands === keyboard) {
    // A moment after the calendar appears, today has the focus.
    await page.hasFocus(day(week.today))
    await page.type(...Array<string>(week.ahead).fill(Key.ARROW_RIGHT))
    await page.hasFocus(day(start))
    await page.type(Key.ENTER, Key.ARROW_DOWN, Key.ARROW_LEFT)
    await page.hasFocus(day(end))
    await page.type(Key.SPACE)
    await page.hasFocus(dates)
  } else {
    for (const date of [start, end]) {
      if ((await page.count(day(date))) === 0) await page.press(button(/next month/i))
      await page.press(day(date))
    }
  }
  await page.seesNot(byRole('grid'))
}
