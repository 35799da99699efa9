import type { RentalStatus, ReturnStatus } from '#db/enums.ts'

export const RENTAL_STATUS_WORDS = {
  pending: 'Requested',
  confirmed: 'Confirmed',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Canceled',
} as const satisfies Record<RentalStatus, string>

type Listed = { readonly status: RentalStatus; readonly returnStatus: ReturnStatus }

/** Where a rental is in a list: what is delivered can be back already, or late. */
export function rentalStatusIn({ status, returnStatus }: Listed): string {
  if (status === 'delivered' && returnStatus !== 'pending')
    return returnStatus === 'late' ? 'Late' : 'Returned'
  return RENTAL_STATUS_WORDS[status]
}
