import type { RentalStatus } from '#db/enums.ts'

/** The status of a rental in one word, for admins. */
export const RENTAL_STATUS_WORDS = {
  pending: 'Requested',
  confirmed: 'Confirmed',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Canceled',
} as const satisfies Record<RentalStatus, string>
