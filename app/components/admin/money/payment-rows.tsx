import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { PRODUCT_WORDS } from '#domain/admin/exports/payment-words.ts'
import type { Payment } from '#domain/admin/lists/payment-list.ts'
import type { RefundablePurchase } from '#domain/money/checkout/refunding/refund-purchase.ts'
import { dollars } from '#domain/shared/cents.ts'
import { StripeLink } from './stripe-link.tsx'

/** A payment, with what can be refunded of it now. */
export type ShownPayment = Payment & { readonly refundable: RefundablePurchase | null }

type PaymentRowsProps = { payments: readonly ShownPayment[]; paymentsAreReal: boolean }

export function PaymentRows({ payments, paymentsAreReal }: PaymentRowsProps) {
  return (
    <ul className="mt-6 border-t border-line">
      {payments.map((payment) => (
        <li
          key={payment.id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[7rem_minmax(0,1fr)_auto]"
        >
          <p className="font-heading text-2xl lining-nums tabular-nums">{dollars(payment.cents)}</p>
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-snug">
              <Payer person={payment.person} />
              <PaymentBadges payment={payment} />
            </h2>
            <Facts className="text-sm break-words text-soft">
              {paymentWords(payment)}
              {payment.credits > 0 && creditsInWords(payment.credits)}
              {payment.paymentMethod}
              {payment.person.id && payment.person.email}
            </Facts>
            <p className="text-sm text-soft">
              <Moment at={payment.paidAt} />
              {payment.togetherCents !== null &&
                `, part of one payment of ${dollars(payment.togetherCents)}`}
            </p>
          </div>
          <p className="flex flex-wrap items-center gap-x-5 text-sm">
            <RefundLink payment={payment} />
            {paymentsAreReal && payment.paymentIntent && (
              <StripeLink paymentIntent={payment.paymentIntent} />
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** 'Monthly plan, renewal'. */
export function paymentWords({ product, isRenewal }: Payment): string {
  return `${PRODUCT_WORDS[product]}${isRenewal ? ', renewal' : ''}`
}

export function Payer({ person: { id, fullName } }: Pick<Payment, 'person'>) {
  return id ? <TextLink to={href('/admin/users/:id', { id })}>{fullName}</TextLink> : fullName
}

/** What has become of a payment. */
export function PaymentBadges({ payment }: { payment: Payment }) {
  return statesOf(payment).map(([kind, words]) => (
    <Badge key={words} kind={kind} className="font-body">
      {words}
    </Badge>
  ))
}

function statesOf({ cents, refundedCents, refund, dispute }: Payment) {
  const states: (readonly [BadgeKind, string])[] = []
  if (refundedCents > 0)
    states.push([
      'plain',
      refundedCents >= cents ? 'Refunded' : `${dollars(refundedCents)} refunded`,
    ])
  if (refund === 'pending') states.push(['accent', 'Refund in progress'])
  if (refund === 'failed') states.push(['danger', 'Refund failed'])
  if (dispute) states.push([dispute === 'won' ? 'success' : 'danger', DISPUTES[dispute]])
  return states
}

const DISPUTES = { open: 'Disputed', won: 'Dispute won', lost: 'Dispute lost' } as const

/** Purchases are refunded on their payer's page. */
function RefundLink({ payment: { id, person, refundable, product } }: { payment: ShownPayment }) {
  if (!person.id || !refundable) return null
  const query = new URLSearchParams({ ask: 'refund', order: id })
  return (
    <Link
      to={`${href('/admin/users/:id', { id: person.id })}?${query}`}
      className="inline-flex min-h-11 items-center text-link md:min-h-7"
    >
      Refund up to {dollars(refundable.cents)}
      <span className="sr-only"> of {PRODUCT_WORDS[product]}</span>
    </Link>
  )
}
