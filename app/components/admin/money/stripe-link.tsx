import { stripeIdOf } from '#domain/money/deposits/payment-parts.ts'

/** The page of a payment at the payment provider. */
export function StripeLink({ paymentIntent }: { paymentIntent: string }) {
  return (
    <a
      href={`https://dashboard.stripe.com/payments/${encodeURIComponent(stripeIdOf(paymentIntent))}`}
      rel="noreferrer"
      className="text-link"
    >
      Open in Stripe
    </a>
  )
}
