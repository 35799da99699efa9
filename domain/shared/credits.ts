/** Rentals are charged by weeks of this many days. */
export const DAYS_A_WEEK = 7

/** The displayed price: credits per week for a stored price per day. */
export function creditsPerWeek(creditsPerDay: number): number {
  return creditsPerDay * DAYS_A_WEEK
}

/**
 * '1,240' for 1240, '−40' with a minus as wide as a plus: whole numbers. Loading Intl for the same
 * result takes about 60 ms on a phone.
 */
export function showNumber(whole: number): string {
  return String(whole)
    .replace('-', '−')
    .replace(/\B(?=(?:\d{3}){1,5}$)/g, ',')
}

/** '+30', '−14', '0': a change, as a number or in another way. */
export function signed(amount: number, show: (amount: number) => string = showNumber): string {
  return amount > 0 ? `+${show(amount)}` : show(amount)
}
