import { badRequest } from '#sandbox/core/errors.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

/** A card that may be charged for this customer's invoices. */
export async function needCardOf(
  work: Work,
  methodId: string,
  customer: string | null,
  param = 'default_payment_method',
): Promise<void> {
  const method = await need(work, 'payment_method', methodId, param)
  if (idOf(method.customer) === customer) return
  throw badRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    'resource_missing',
    param,
  )
}
