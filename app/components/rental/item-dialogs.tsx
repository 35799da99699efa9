import { useLocation } from 'react-router'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ChosenHandover } from '#db/enums.ts'
import { DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import { BuyCreditsDialog } from './buy-credits-dialog.tsx'
import type { KnownDelivery } from './delivery-fields.tsx'
import { DEPOSIT_NOT_OPENED } from './deposit-words.ts'

/** The server's answer to a form of the item page. */
export type ItemAnswer = {
  readonly kind: 'alert' | 'deposit' | 'top-up' | 'credits' | 'fields'
  readonly sentence: string
  /** As submitted: the form shows them again, and the payment pages pass them on and back. */
  readonly dates: PostedDates
  /** The delivery details as entered. */
  readonly delivery: KnownDelivery
  /** How the item was to change hands, as chosen. */
  readonly handover: ChosenHandover | null
  /** A sentence per field; empty unless the kind is 'fields'. */
  readonly errors?: Readonly<Record<string, string>>
  /** The dates are not available: the form clears them. */
  readonly clearDates?: boolean
  /** The item does not get there as chosen: the page is loaded again. */
  readonly showsNewOffer?: boolean
  /** The price has changed: the page is loaded again. */
  readonly showsNewPrice?: boolean
  /** The dates are taken, so the page offers the waitlist. */
  readonly offersWaitlist?: boolean
  /** For an alert: a link to its subject. */
  readonly link?: { readonly to: string; readonly text: string }
}

export type PostedDates = Readonly<Record<'start' | 'end', string>>

/** The answer as the alert or question of the specification. */
export function ItemDialog({ answer }: { answer: ItemAnswer | undefined }) {
  const { pathname } = useLocation()
  if (!answer || answer.kind === 'fields') return null
  if (answer.kind === 'alert')
    return (
      <AlertDialog sentence={answer.sentence} open={answer}>
        {answer.link && <LinkButton to={answer.link.to}>{answer.link.text}</LinkButton>}
      </AlertDialog>
    )
  const posted = { ...answer.dates, ...(answer.handover && { handover: answer.handover }) }
  if (answer.kind === 'deposit')
    return (
      <ConfirmDialog
        question={answer.sentence}
        open={answer}
        confirmText={`Pay ${DEPOSIT_PRICE} deposit`}
        fields={{ ...posted, intent: 'deposit' }}
        failed={DEPOSIT_NOT_OPENED}
      >
        <p className="text-soft">
          Pay once, by card. Ask for it back any time you have no open rental.
        </p>
      </ConfirmDialog>
    )
  if (answer.kind === 'top-up')
    return (
      <ConfirmDialog
        question={answer.sentence}
        open={answer}
        confirmText="Add to deposit"
        fields={{ ...posted, intent: 'top-up' }}
        failed={DEPOSIT_NOT_OPENED}
      >
        <p className="text-soft">Pay by card. It is refundable like the rest of your deposit.</p>
      </ConfirmDialog>
    )
  const backTo = `${pathname}?${new URLSearchParams(posted)}`
  return <BuyCreditsDialog sentence={answer.sentence} open={answer} backTo={backTo} />
}
