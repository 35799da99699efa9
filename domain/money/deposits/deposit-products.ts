import type { ProductType } from '#db/enums.ts'

/** Whether a product is a deposit or a top-up of one. */
export function isDepositProduct(product: ProductType | null): boolean {
  return product === 'deposit' || product === 'deposit_top_up'
}
