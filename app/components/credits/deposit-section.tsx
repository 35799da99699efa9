import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
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
  const { key } = useLocation()
  const state = stateOf(deposit)
  return (
    <section className="mt-10" id="deposit">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-2xl">Deposit</h2>
        {state && <Badge kind={STATES[state].kind}>{STATES[state].label}</Badge>}
      </div>
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
              {REFUND_WORDS[refund.status].what}
              {REFUND_WORDS[refund.status].more && (
                <span className="block text-sm text-soft">{REFUND_WORDS[refund.status].more}</span>
              )}
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
          open={key}
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
  pending: {
    what: 'On its way back to your card',
    more: 'Usually there within a few days.',
  },
  succeeded: { what: 'Returned to your card', more: null },
  failed: {
    what: 'Could not reach your card',
    more: 'The money is still yours. We are looking into it and will write to you.',
  },
} satisfies Record<ShownDeposit['refunds'][number]['status'], { what: string; more: string | null }>

const STATES = {
  held: { label: 'Held', kind: 'plain' },
  'in-use': { label: 'In use', kind: 'accent' },
  'partly-kept': { label: 'Partly kept', kind: 'plain' },
  'partly-returned': { label: 'Partly returned', kind: 'info' },
  disputed: { label: 'Disputed', kind: 'danger' },
  'being-refunded': { label: 'Being refunded', kind: 'info' },
  'refund-failed': { label: 'Refund failed', kind: 'danger' },
  refunded: { label: 'Refunded', kind: 'success' },
  kept: { label: 'Kept', kind: 'plain' },
} satisfies Record<string, { label: string; kind: BadgeKind }>

/** How the latest deposit stands, in a word; none before the first. */
function stateOf({ held, kept, refunds }: ShownDeposit): keyof typeof STATES | null {
  if (held) {
    if (held.barred) return held.barred === 'being-refunded' ? 'partly-returned' : held.barred
    return held.openRentals > 0 ? 'in-use' : 'held'
  }
  const [latest] = refunds
  if (!latest) return kept.length > 0 ? 'kept' : null
  if (latest.status === 'pending') return 'being-refunded'
  return latest.status === 'failed' ? 'refund-failed' : 'refunded'
}

function standingOf(held: Held): string {
  const isOne = held.openRentals === 1
  const ended = isOne
    ? 'the rental on it has ended'
    : `the ${held.openRentals} rentals on it have ended`
  switch (held.barred) {
    case 'disputed':
      return 'Its payment is disputed, so it serves no rental until that is settled.'
    case 'partly-kept':
      return `${dollars(held.keptCents)} of it was kept, so it serves no new rental; the rest returns once ${ended}.`
    case 'being-refunded':
      return `Part of it was returned, so it serves no new rental; the rest follows once ${ended}.`
    case null:
      if (held.openRentals === 0) return 'No rental rests on it at the moment.'
      return isOne
        ? 'It stands behind one rental and can be returned when that has ended.'
        : `It stands behind ${held.openRentals} rentals and can be returned when they have ended.`
  }
}
