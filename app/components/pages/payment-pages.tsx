import { href } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'
import { type PicturedItem, SuccessPicture } from './success-picture.tsx'

/** Where the payment was started: the item's page, with the chosen dates. */
export type BackLink = { readonly to: string; readonly item: PicturedItem | null }

type PaymentPageProps = { backTo?: BackLink }

const pictureOf = (backTo: BackLink | undefined) =>
  backTo?.item ? <SuccessPicture item={backTo.item} /> : undefined

/** Continues to the item if there is one, else to the credits page. */
function NextLinks({ backTo }: PaymentPageProps) {
  if (!backTo?.item) return <LinkButton to={href('/credits')}>Go to credits</LinkButton>
  return (
    <>
      <LinkButton to={backTo.to}>Back to the item</LinkButton>
      <LinkButton to={href('/credits')} kind="secondary">
        Go to credits
      </LinkButton>
    </>
  )
}

/** For a session that is not the viewer's, or does not exist: the two look the same. */
export function UnknownPayment({ backTo }: PaymentPageProps) {
  return (
    <MessagePage
      title="We could not find this payment"
      picture={pictureOf(backTo)}
      actions={<NextLinks backTo={backTo} />}
    >
      If you have just paid, open the link from the payment page again and make sure you are signed
      in to the same account.
    </MessagePage>
  )
}

export function UnpaidPayment({ again, backTo }: PaymentPageProps & { again: string }) {
  return (
    <MessagePage
      eyebrow="You were not charged"
      title="Payment not completed"
      picture={pictureOf(backTo)}
      actions={<LinkButton to={again}>Try again</LinkButton>}
    >
      You left the payment page before the payment went through, so nothing has been added to your
      account.
    </MessagePage>
  )
}

export function WaitingPayment({ backTo }: PaymentPageProps) {
  return (
    <MessagePage
      eyebrow="Your payment is safe"
      title="We are confirming your payment"
      picture={pictureOf(backTo)}
      actions={<NextLinks backTo={backTo} />}
    >
      Our payment provider is not responding right now. We will add your purchase to your account as
      soon as it does. You do not need to do anything, and you will not be charged twice.
    </MessagePage>
  )
}

export function PaymentRefunded({
  because = 'Your deposit was already paid',
  backTo,
}: PaymentPageProps & { because?: string }) {
  return (
    <MessagePage
      eyebrow="Paid twice"
      title="We are refunding this payment"
      picture={pictureOf(backTo)}
      actions={<NextLinks backTo={backTo} />}
    >
      {because}, so we are refunding this second payment to the same card in full.
    </MessagePage>
  )
}

/** The deposit was already complete, or being refunded, when more was paid. */
export function TopUpRefunded({ backTo }: PaymentPageProps) {
  return (
    <MessagePage
      eyebrow="No longer needed"
      title="We are refunding this payment"
      picture={pictureOf(backTo)}
      actions={<NextLinks backTo={backTo} />}
    >
      Your deposit no longer needs this payment, so we are refunding it to the same card in full.
    </MessagePage>
  )
}
