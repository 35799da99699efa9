import { showNumber } from './credits.ts'

/** '$50.00' for 5000 cents, '−$2.50' with the minus of `showNumber`. */
export function dollars(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const whole = showNumber(Math.trunc(Math.abs(cents) / 100))
  return `${sign}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** '$50' for whole dollars, else '$12.34'. */
export function shortDollars(cents: number): string {
  return cents % 100 === 0 ? dollars(cents).slice(0, -3) : dollars(cents)
}
