import type { ProductType } from '#db/enums.ts'

/** Whether what was paid for is a deposit or a part of one. */
export function isDepositProduct(product: ProductType | null): boolean {
  return product === 'deposit' || product === 'deposit_top_up'
}
