import { href } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ProductType } from '#db/enums.ts'
import { isPlan } from '#domain/money/checkout/catalogue.ts'
import { MessagePage } from './message-page.tsx'
import { type PicturedItem, SuccessPicture } from './success-picture.tsx'

/** Where the payment was started: the item's page, with the chosen dates. */
export type BackLink = { readonly to: string; readonly item: PicturedItem | null }

/** Continues to the item if there is one, else to the credits page. */
function NextLinks({ backTo }: { backTo: BackLink | undefined }) {
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

const REFUNDING = 'We are refunding this payment'

/** What is said about a payment that did not lead to what it was for. */
const PAGES = {
  // A session that is not the viewer's, or does not exist: the two look the same.
  unknown: {
    title: 'We could not find this payment',
    text: 'If you have just paid, open the link from the payment page again and make sure you are signed in to the same account.',
  },
  unpaid: {
    eyebrow: 'You were not charged',
    title: 'Payment not completed',
    text: 'You left the payment page before the payment went through, so nothing has been added to your account.',
  },
  waiting: {
    eyebrow: 'Your payment is safe',
    title: 'We are confirming your payment',
    text: 'Our payment provider is not responding right now. We will add your purchase to your account as soon as it does. You do not need to do anything, and you will not be charged twice.',
  },
  'refunded-deposit': {
    eyebrow: 'Paid twice',
    title: REFUNDING,
    text: 'Your deposit was already paid, so we are refunding this second payment to the same card in full.',
  },
  'refunded-plan': {
    eyebrow: 'Paid twice',
    title: REFUNDING,
    text: 'You already have a subscription, so we are refunding this second payment to the same card in full.',
  },
  // The deposit was already complete, or being refunded, when more was paid.
  'refunded-top-up': {
    eyebrow: 'No longer needed',
    title: REFUNDING,
    text: 'Your deposit no longer needs this payment, so we are refunding it to the same card in full.',
  },
}

type PaymentPageProps = {
  state: 'unknown' | 'unpaid' | 'waiting' | 'refunded-payment'
  /** What was bought; null if that is not known. */
  type: ProductType | null
  /** Where an unpaid payment can be made again. */
  again?: string
  backTo?: BackLink
}

export function PaymentPage({ state, type, again = href('/credits'), backTo }: PaymentPageProps) {
  const { text, ...page } = PAGES[state === 'refunded-payment' ? refundedPage(type) : state]
  return (
    <MessagePage
      {...page}
      picture={backTo?.item ? <SuccessPicture item={backTo.item} /> : undefined}
      actions={
        state === 'unpaid' ? (
          <LinkButton to={again}>Try again</LinkButton>
        ) : (
          <NextLinks backTo={backTo} />
        )
      }
    >
      {text}
    </MessagePage>
  )
}

function refundedPage(type: ProductType | null) {
  if (type === 'deposit_top_up') return 'refunded-top-up'
  return type && isPlan(type) ? 'refunded-plan' : 'refunded-deposit'
}
