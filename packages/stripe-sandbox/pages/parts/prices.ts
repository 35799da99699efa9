import type { Price } from '#sandbox/core/objects.ts'
import { formatAmount } from './money.ts'

/** `$20.00 per month`, `$50.00 every 3 months` */
export function formatPrice({ unit_amount, currency, recurring }: Price, quantity = 1): string {
  const amount = formatAmount((unit_amount ?? 0) * quantity, currency)
  if (!recurring) return amount
  const { interval, interval_count: count } = recurring
  return count === 1 ? `${amount} per ${interval}` : `${amount} every ${count} ${interval}s`
}

const names = new Map<string, string>([
  ['day', 'Daily'],
  ['week', 'Weekly'],
  ['month', 'Monthly'],
  ['year', 'Yearly'],
])

/** `Monthly`, `Yearly`, `Every 3 months` */
export function periodName({ recurring }: Price): string {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {}
  if (count !== 1) return `Every ${count} ${interval}s`
  return names.get(interval) ?? interval
}
