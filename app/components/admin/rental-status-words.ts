import type { RentalStatus } from '#db/enums.ts'

/** Where a rental stands, in one word, for admins. */
export const RENTAL_STATUS_WORDS = {
  pending: 'Requested',
  confirmed: 'Accepted',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Record<RentalStatus, string>
