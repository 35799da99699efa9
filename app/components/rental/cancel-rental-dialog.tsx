import { href, useNavigate } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import type { RefundAhead } from '#domain/money/credits/credits.ts'
import { refundSentence } from './refund-sentence.ts'

/** Asks before a rental is cancelled, on the current page; keeping it returns to `back`. */
export function CancelRentalDialog({
  rental,
  refund,
  backTo,
}: {
  rental: MyRental
  refund: RefundAhead
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
      fields={{ rental: rental.id, seen: refund.version }}
      confirmText="Cancel rental"
      cancelText="Keep it"
      danger
    >
      <p className="text-soft">{refundSentence(refund)}</p>
    </ConfirmDialog>
  )
}
