import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** For a session that is not the viewer's, or that does not exist: the two look the same. */
export function UnknownPayment() {
  return (
    <MessagePage
      eyebrow="Nothing was changed"
      title="We do not know this payment"
      actions={<LinkButton to="/credits">Go to credits</LinkButton>}
    >
      No payment of yours belongs to this address. If you have just paid, open the link that the
      payment page gave you, signed in with the same account.
    </MessagePage>
  )
}

export function UnpaidPayment({ again }: { again: string }) {
  return (
    <MessagePage
      eyebrow="Nothing was charged"
      title="This payment is not complete"
      actions={<LinkButton to={again}>Try again</LinkButton>}
    >
      The payment page was left before the payment went through, so nothing has been added to your
      account.
    </MessagePage>
  )
}

export function WaitingPayment() {
  return (
    <MessagePage
      eyebrow="Your payment is safe"
      title="We are still waiting for word of it"
      actions={<LinkButton to="/credits">Go to credits</LinkButton>}
    >
      The payment provider does not answer at the moment. As soon as it does, what you paid for is
      added by itself; you do not need to do anything, and nothing is charged twice.
    </MessagePage>
  )
}

export function PaymentGivenBack({ because = 'Your deposit was already paid' }) {
  return (
    <MessagePage
      eyebrow="Paid twice"
      title="This payment is on its way back to you"
      actions={<LinkButton to="/credits">Go to credits</LinkButton>}
    >
      {because}, so this second payment is refunded to the same card in full.
    </MessagePage>
  )
}
