import { href } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { dollars } from '#domain/shared/cents.ts'
import type { ClaimInWords } from './case-in-words.ts'

/** Asks before an appeal or, without a claim, a return request is withdrawn. */
export function WithdrawDialog({
  rentalId,
  claim,
  isNoShow,
}: {
  rentalId: string
  claim: ClaimInWords | null
  isNoShow: boolean
}) {
  const own = href('/my-rentals/:id', { id: rentalId })
  return (
    <ConfirmDialog
      question={
        claim
          ? 'Withdraw your appeal?'
          : isNoShow
            ? 'Withdraw it?'
            : 'Withdraw your return request?'
      }
      open={rentalId}
      closeTo={own}
      action={own}
      fields={{ answer: claim ? 'withdraw-appeal' : 'withdraw-return' }}
      confirmText="Withdraw"
      cancelText="Go back"
      danger
    >
      <p className="text-soft">
        {claim ? (
          <>
            <bdi>{claim.ownerName}</bdi> keeps {dollars(claim.withheldCents)}, and you cannot appeal
            again.
          </>
        ) : isNoShow ? (
          'The first week stays paid, and you cannot contest it again.'
        ) : (
          'The rental continues, and you cannot request another return.'
        )}
      </p>
    </ConfirmDialog>
  )
}
