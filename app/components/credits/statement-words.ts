import type { ProductType } from '#db/enums.ts'
import type { StatementLine } from '#domain/credits/statement.ts'
import { showNumber } from '#domain/shared/credits.ts'

const BOUGHT: Readonly<Record<ProductType, string>> = {
  one_time: 'Bought 50 credits',
  gift: 'Bought a 50/50 gift, your half',
  deposit: 'Deposit',
  subscription_monthly: 'Subscription',
  subscription_annual: 'Subscription',
}

/** What an operation did, in words. */
export function statementWords({ kind, amount, item, product, giver }: StatementLine): string {
  const piece = item?.title ?? 'a piece'
  switch (kind) {
    case 'purchase':
      return product ? BOUGHT[product] : 'Bought credits'
    case 'gift_claim':
      return giver ? `Gift from ${giver}` : 'Gift claimed'
    case 'subscription':
      return product === 'subscription_annual'
        ? 'A month of your annual plan'
        : 'A month of your plan'
    case 'rental':
      return `Spent on ${piece}`
    case 'cancellation':
      return amount === 0
        ? `Cancelled: ${piece} (its credits had expired meanwhile)`
        : `Given back for ${piece}`
    case 'goodwill':
      return `Given back for ${piece}, with new time`
    case 'grant':
      return 'Given by Hemline'
    case 'expiry':
      return 'Expired'
    case 'revocation':
      return 'Taken back with its payment'
  }
}

/** '+30', '−14', '0': with a minus that lines up with the plus. */
export function signed(amount: number): string {
  if (amount === 0) return '0'
  return `${amount > 0 ? '+' : '−'}${showNumber(Math.abs(amount))}`
}
