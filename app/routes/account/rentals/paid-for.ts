import type { ProductType } from '#db/enums.ts'

/** What a payment can bring before a rental is requested. */
export const PAID_FOR = [
  'deposit',
  'deposit_top_up',
  'one_time',
  'gift',
  'subscription_monthly',
  'subscription_annual',
] as const satisfies readonly ProductType[]
