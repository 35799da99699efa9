import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { RowButton, RowLink } from '#app/components/admin/row-actions.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import type { OwedCloset } from '#domain/money/payouts/owed-list.ts'
import type { ListedTransfer } from '#domain/money/payouts/transfers/transfer-list.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { ACCOUNT_STATE_WORDS, transferFailure } from './payout-words.ts'

type RowProps = {
  amount: number
  owner: { readonly id: string; readonly fullName: string; readonly email: string }
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

function Row({ amount, owner, badge, actions, children }: RowProps) {
  return (
    <li className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <p className="font-heading text-2xl lining-nums tabular-nums">{dollars(amount)}</p>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-snug">
          <Link
            to={href('/admin/users/:id', { id: owner.id })}
            className="min-w-0 break-words text-link"
          >
            {owner.fullName}
          </Link>
          {badge}
        </h2>
        <a href={`mailto:${owner.email}`} className="text-sm break-all text-soft text-link">
          {owner.email}
        </a>
        {children}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-x-5">{actions}</div>}
    </li>
  )
}

const STATUS = {
  pending: { label: 'Pending', kind: 'accent' },
  made: { label: 'Sent', kind: 'success' },
  failed: { label: 'Failed', kind: 'danger' },
} as const

export function TransferRows({
  transfers,
  retries,
  correctTo,
}: {
  transfers: readonly ListedTransfer[]
  retries: boolean
  correctTo: (id: string) => string
}) {
  return (
    <ul className="mt-4 border-t border-line">
      {transfers.map((one) => (
        <Row
          key={one.id}
          amount={one.cents}
          owner={one.owner}
          badge={
            <>
              <Badge kind={STATUS[one.status].kind} className="font-body">
                {STATUS[one.status].label}
              </Badge>
              {one.isFinal && <Badge className="font-body">Final</Badge>}
            </>
          }
          actions={
            one.status === 'failed' ? (
              retries && (
                <RowButton
                  fields={{ intent: 'retry', transfer: one.id }}
                  name={isolated(`for ${one.owner.fullName}`)}
                >
                  Try again
                </RowButton>
              )
            ) : (
              <>
                {one.reversedCents > 0 && (
                  <RowLink to={correctTo(one.owner.id)} name={isolated(`of ${one.owner.fullName}`)}>
                    Adjust earnings
                  </RowLink>
                )}
                <RowLink
                  to={href('/admin/payouts/:id', { id: one.id })}
                  name={isolated(`of ${one.owner.fullName}, ${dollars(one.cents)}`)}
                >
                  Statement
                </RowLink>
              </>
            )
          }
        >
          <p className="text-sm text-soft">
            Started <Moment at={one.requestedAt} />
            {one.finishedAt && (
              <>
                , {one.status === 'made' ? 'sent' : 'failed'} <Moment at={one.finishedAt} />
              </>
            )}
          </p>
          {one.status === 'pending' && one.tries > 0 && (
            <p className="text-sm">
              Too little is available in your Stripe balance. Tried{' '}
              {one.tries === 1 ? 'once' : `${one.tries} times`}.
            </p>
          )}
          {one.failure && (
            <p className="text-sm break-words text-danger">{transferFailure(one.failure)}</p>
          )}
          {one.reversedCents > 0 && (
            <p className="text-sm">
              {dollars(one.reversedCents)} was reversed in Stripe. If it is still owed, add an
              adjustment.
            </p>
          )}
          {one.stripeTransferId && (
            <p className="text-sm break-all text-soft">{one.stripeTransferId}</p>
          )}
        </Row>
      ))}
    </ul>
  )
}

export function OwedRows({
  closets,
  correctTo,
}: {
  closets: readonly OwedCloset[]
  correctTo: (id: string) => string
}) {
  return (
    <ul className="mt-4 border-t border-line">
      {closets.map((one) => (
        <Row
          key={one.id}
          amount={one.owedCents}
          owner={one}
          actions={
            <RowLink to={correctTo(one.id)} name={isolated(`of ${one.fullName}`)}>
              Adjust earnings
            </RowLink>
          }
        >
          <Facts className="text-sm text-soft">
            {`${dollars(one.payableCents)} payable now`}
            {one.state ? ACCOUNT_STATE_WORDS[one.state] : 'No account at Stripe'}
          </Facts>
        </Row>
      ))}
    </ul>
  )
}
