import { href, useLocation, useNavigate } from 'react-router'
import { PromptDialog } from '#app/ui/fields/prompt-dialog.tsx'
import { GIFT_HALF } from '#domain/money/checkout/pack-price.ts'
import { CHECKOUT_FAILED } from './product-words.ts'

export type GiftQuestion = {
  readonly typed: string
  readonly error?: string
  readonly returnTo: string
  readonly cancelTo: string
}

/** Asks for the friend's email; canceling returns to the page that has the button. */
export function GiftPrompt({
  question: { typed, error, returnTo, cancelTo },
  open,
  onClose,
}: {
  question: GiftQuestion
  open: unknown
  onClose?: () => void
}) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isElsewhere = cancelTo !== pathname + search
  const close = () => {
    onClose?.()
    if (isElsewhere) void navigate(cancelTo)
  }
  return (
    <PromptDialog
      question="Who is the gift for?"
      open={open}
      onClose={close}
      action={href('/credits')}
      fields={{ product: 'gift', return_to: returnTo, cancel_to: cancelTo }}
      confirmText="Continue to payment"
      cancelTo={isElsewhere ? cancelTo : undefined}
      failed={`Error: ${CHECKOUT_FAILED}`}
      field={{
        label: 'Your friend’s email',
        name: 'friend_email',
        type: 'email',
        defaultValue: typed,
        error,
        hint: `We send them a code for ${GIFT_HALF} credits. The other ${GIFT_HALF} are yours.`,
        required: true,
        autoFocus: true,
        maxLength: 254,
      }}
    />
  )
}
