import { href, useNavigate } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { cancelSentence } from './rental-words.ts'

/** Asks before a rental is cancelled, on the current page; keeping it returns to `back`. */
export function CancelRentalDialog({
  rental,
  isFree = false,
  backTo,
}: {
  rental: MyRental
  /** The item is late, so expired credits are replaced. */
  isFree?: boolean
  backTo: string
}) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      key={rental.id}
      question={`Cancel the rental of ${rental.title}?`}
      open={rental}
      onClose={() => navigate(backTo, { preventScrollReset: true })}
      action={href('/my-rentals')}
      fields={{ rental: rental.id }}
      confirmText="Cancel rental"
      cancelText="Keep it"
      danger
    >
      <p className="text-soft">{cancelSentence(rental, isFree)}</p>
    </ConfirmDialog>
  )
}
