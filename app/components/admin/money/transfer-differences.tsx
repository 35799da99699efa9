import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { RowLink } from '#app/components/admin/row-actions.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { OpenDifference } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { differenceWords } from './payout-words.ts'

type TransferDifferencesProps = {
  differences: readonly OpenDifference[]
  acceptTo: (id: string) => string
}

export function TransferDifferences({ differences, acceptTo }: TransferDifferencesProps) {
  if (differences.length === 0) return null
  return (
    <section aria-label="Discrepancies" className="mt-8">
      <Notice kind="error">
        Payouts have stopped because our transfers do not match Stripe’s. They will continue once
        this is resolved.
      </Notice>
      <ul className="mt-4 border-t border-line">
        {differences.map((one) => (
          <li
            key={one.id}
            className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <p>{differenceWords(one)}</p>
              <p className="text-sm text-soft">
                {one.owner && (
                  <>
                    <TextLink to={href('/admin/users/:id', { id: one.owner.id })}>
                      {one.owner.fullName}
                    </TextLink>
                    {', '}
                  </>
                )}
                made <Moment at={one.madeAt} />, found <Moment at={one.foundAt} />
              </p>
              <Facts className="text-sm break-all text-soft">
                {one.stripeTransferId}
                {one.transferId}
              </Facts>
            </div>
            <RowLink to={acceptTo(one.id)} name={one.stripeTransferId ?? one.transferId ?? ''}>
              Mark as explained
            </RowLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
