import type { RentalStatus } from '#db/enums.ts'

export const RENTAL_STATUS_WORDS = {
  pending: 'Requested',
  confirmed: 'Confirmed',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Canceled',
} as const satisfies Record<RentalStatus, string>
