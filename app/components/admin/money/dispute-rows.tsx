import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import type { DisputeStatus } from '#db/enums.ts'
import {
  disputeAddress,
  disputeReason,
  PRODUCT_WORDS,
} from '#domain/admin/exports/payment-words.ts'
import type { DisputeEntry } from '#domain/money/disputes/dispute-queries.ts'
import { dollars } from '#domain/shared/cents.ts'

const STATUS: Readonly<Record<DisputeStatus, { label: string; kind: BadgeKind }>> = {
  open: { label: 'Open', kind: 'accent' },
  won: { label: 'Won', kind: 'success' },
  lost: { label: 'Lost', kind: 'danger' },
}

type DisputeRowsProps = { disputes: readonly DisputeEntry[]; paymentsAreReal: boolean }

/** Disputes; evidence is sent at the payment provider, so its terms are used. */
export function DisputeRows({ disputes, paymentsAreReal }: DisputeRowsProps) {
  return (
    <ul className="mt-6 border-t border-line">
      {disputes.map((dispute) => {
        const { label, kind } = STATUS[dispute.status]
        return (
          <li
            key={dispute.id}
            className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[6rem_minmax(0,1fr)_minmax(0,18rem)]"
          >
            <p className="font-heading text-2xl lining-nums tabular-nums">
              {dollars(dispute.amountCents)}
            </p>
            <div className="min-w-0">
              <h2 className="flex flex-wrap items-center gap-x-3 text-lg leading-snug">
                {dispute.person ? (
                  <Link
                    to={href('/admin/users/:id', { id: dispute.person.id })}
                    className="min-w-0 break-words text-link"
                  >
                    {dispute.person.fullName}
                  </Link>
                ) : (
                  'Unknown'
                )}
                <Badge kind={kind} className="font-body">
                  {dispute.kind === 'refund' ? 'Refunded in Stripe' : label}
                </Badge>
              </h2>
              <Facts className="text-sm break-words text-soft">
                {dispute.person?.email}
                {dispute.productType && PRODUCT_WORDS[dispute.productType]}
                {dispute.reason && disputeReason(dispute.reason)}
              </Facts>
              <p className="text-sm text-soft">
                <Moment at={dispute.openedAt} />
                {dispute.closedAt && (
                  <>
                    , closed <Moment at={dispute.closedAt} />
                  </>
                )}
              </p>
            </div>
            <p className="text-sm">{lossOf(dispute)}</p>
            {dispute.status === 'open' && (
              <p className="text-sm text-soft md:col-start-2 md:col-end-4">
                {dispute.evidenceDueAt && (
                  <>
                    <strong className="font-medium text-danger">
                      Evidence due by <Moment at={dispute.evidenceDueAt} />.
                    </strong>{' '}
                  </>
                )}
                The purchase is on hold until the dispute is decided.{' '}
                {paymentsAreReal ? (
                  <a href={disputeAddress(dispute.id)} rel="noreferrer" className="text-link">
                    Send evidence to Stripe
                  </a>
                ) : (
                  'Send evidence in your payment provider’s dashboard.'
                )}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function lossOf({ lossCents, lossCredits, status }: DisputeEntry): string {
  if (lossCents === 0 && lossCredits === 0) return status === 'open' ? 'No loss so far' : 'No loss'
  const parts = [
    lossCents > 0 && dollars(lossCents),
    lossCredits > 0 && creditsInWords(lossCredits),
  ]
  return `Lost ${parts.filter(Boolean).join(' and ')}`
}
