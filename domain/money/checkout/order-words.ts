import type { ProductType } from '#db/enums.ts'
import { GIFT_NAME } from './catalogue.ts'

/** What an order bought, as on its receipt. */
export function orderInWords(product: ProductType, credits: number): string {
  switch (product) {
    case 'one_time':
      return `${credits} credits`
    case 'gift':
      return GIFT_NAME
    case 'deposit':
      return 'refundable deposit'
    case 'deposit_top_up':
      return 'deposit top-up'
    case 'subscription_monthly':
      return 'Monthly plan'
    case 'subscription_annual':
      return 'Annual plan'
  }
}
