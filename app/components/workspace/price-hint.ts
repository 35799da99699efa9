import { creditsPerDayFromWeek, creditsPerWeek } from '#domain/shared/credits.ts'

/** How a weekly price is shown: rounded up to a multiple of seven (spec 4.1). */
export function priceHint(typed: string): string {
  if (!/^\d{1,4}$/.test(typed)) return 'Rounded up to a multiple of 7: 10 becomes 14.'
  const shown = creditsPerWeek(creditsPerDayFromWeek(Number(typed)))
  return `Shown as ${shown.toLocaleString('en-US')} credits per week.`
}
