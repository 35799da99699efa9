import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { dollars, shortDollars } from '#domain/shared/cents.ts'

/** What became of a shopper's deposits, with days in words. */
export type ShownDeposit = {
  readonly held: {
    readonly amountCents: number
    readonly keptCents: number
    readonly paidOn: string
    readonly openRentals: number
    readonly barred: 'partly-kept' | 'being-refunded' | 'disputed' | null
  } | null
  readonly kept: readonly {
    readonly rentalId: string
    readonly title: string
    readonly ownerName: string
    readonly cents: number
    readonly notes: string | null
    readonly decidedOn: string
  }[]
  readonly refunds: readonly {
    readonly id: string
    readonly cents: number
    readonly status: 'pending' | 'succeeded' | 'failed'
    readonly requestedOn: string
    readonly finishedOn: string | null
  }[]
  readonly mayRequest: boolean
  /** The question whether to give it back stands open. */
  readonly asking: boolean
  /** What a first rental asks for, in cents. */
  readonly depositCents: number
}

type Held = NonNullable<ShownDeposit['held']>

/** The deposit on the credits page: held, in use, kept and why, on its way back, returned. */
export function DepositSection({ deposit }: { deposit: ShownDeposit }) {
  const { held, kept, refunds, mayRequest, asking, depositCents } = deposit
  const navigate = useNavigate()
  return (
    <section className="mt-10" id="deposit">
      <h2 className="text-2xl">Deposit</h2>
      {held ? (
        <p className="mt-3 text-soft">
          {dollars(held.amountCents)} held since {held.paidOn}. {standingOf(held)}
        </p>
      ) : (
        <p className="mt-3 text-soft">
          {kept.length + refunds.length > 0
            ? `Your next rental asks for a ${shortDollars(depositCents)} refundable deposit.`
            : `A ${shortDollars(depositCents)} refundable deposit is asked for at your first rental, once.`}
        </p>
      )}
      {(kept.length > 0 || refunds.length > 0) && (
        <ul className="mt-4 border-t border-line">
          {refunds.map((refund) => (
            <Entry
              key={refund.id}
              cents={refund.cents}
              when={refund.finishedOn ?? refund.requestedOn}
            >
              {REFUND_WORDS[refund.status]}
            </Entry>
          ))}
          {kept.map((claim) => (
            <Entry key={claim.rentalId} cents={claim.cents} when={claim.decidedOn}>
              Kept for {claim.title}, from {claim.ownerName}
              {claim.notes && <span className="block text-sm text-soft">“{claim.notes}”</span>}
            </Entry>
          ))}
        </ul>
      )}
      {mayRequest && (
        <p className="mt-5">
          <LinkButton to="/credits?refund=deposit#deposit" kind="secondary" preventScrollReset>
            Request refund
          </LinkButton>
        </p>
      )}
      {held && mayRequest && asking && (
        <ConfirmDialog
          question={`Get your ${shortDollars(held.amountCents)} deposit back?`}
          open={asking}
          onClose={() => navigate('/credits', { preventScrollReset: true })}
          action="/credits"
          fields={{ intent: 'refund-deposit' }}
          confirmText="Request refund"
          cancelText="Keep it"
        >
          <p className="text-soft">
            It returns to the card you paid with, usually within a few days. Your next rental asks
            for a new deposit.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Entry({ cents, when, children }: { cents: number; when: string; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-4 border-b border-line py-3 text-[0.9375rem]">
      <span>{children}</span>
      <span className="text-right whitespace-nowrap">
        {dollars(cents)}
        <span className="block text-sm text-soft">{when}</span>
      </span>
    </li>
  )
}

const REFUND_WORDS = {
  pending: 'On its way back to your card',
  succeeded: 'Returned to your card',
  failed: 'Could not reach your card. We are looking into it and will write to you.',
} satisfies Record<ShownDeposit['refunds'][number]['status'], string>

function standingOf(held: Held): string {
  const rentals = held.openRentals === 1 ? 'one rental' : `${held.openRentals} rentals`
  switch (held.barred) {
    case 'disputed':
      return 'Its payment is disputed, so it serves no rental until that is settled.'
    case 'partly-kept':
      return `${dollars(held.keptCents)} of it was kept, so it serves no new rental; the rest returns once ${rentals} on it ${held.openRentals === 1 ? 'has' : 'have'} ended.`
    case 'being-refunded':
      return `Part of it was returned, so it serves no new rental; the rest follows once ${rentals} on it ${held.openRentals === 1 ? 'has' : 'have'} ended.`
    case null:
      return held.openRentals > 0
        ? `It stands behind ${rentals} and can be returned when ${held.openRentals === 1 ? 'it has' : 'they have'} ended.`
        : 'No rental rests on it at the moment.'
  }
}
