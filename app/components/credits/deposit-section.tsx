import type { ReactNode } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { DEPOSIT_NOT_OPENED, depositSentence } from '#app/components/rental/deposit-words.ts'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { CORRECTION_HOURS } from '#domain/booking/rentals/stage/rental-stage.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { depositInWords } from './deposit-in-words.ts'

export type ShownDeposit = ReturnType<typeof depositInWords> & {
  /** The question about the refund is open. */
  readonly asking: boolean
}

type Held = NonNullable<ShownDeposit['held']>

/**
 * The deposit on the credits page: held, in use, withheld with the reason, being refunded, or
 * refunded.
 */
export function DepositSection({ deposit }: { deposit: ShownDeposit }) {
  const { held, withheld, refunds, topUps, mayRequest, asking, depositCents } = deposit
  const navigate = useNavigate()
  const { key } = useLocation()
  const state = stateOf(deposit)
  return (
    <section id="deposit">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-2xl">Deposit</h2>
        {state && <Badge kind={STATES[state].kind}>{STATES[state].label}</Badge>}
      </div>
      {held ? (
        <p className="mt-3 text-soft">
          {amountOf(held)} {statusSentence(held)}
        </p>
      ) : (
        <p className="mt-3 text-soft">
          {withheld.length + refunds.length > 0
            ? `You need a ${shortDollars(depositCents)} refundable deposit for your next rental.`
            : `You need a ${shortDollars(depositCents)} refundable deposit for your first rental. It also covers later rentals, until you ask for it back.`}
        </p>
      )}
      {held && held.topUpCents > 0 && <TopUp cents={held.topUpCents} />}
      {withheld.length + refunds.length + topUps.length > 0 && (
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
          {topUps.map((topUp) => (
            <Entry key={topUp.orderId} cents={topUp.cents} when={topUp.paidOn}>
              Added to your deposit
            </Entry>
          ))}
          {withheld.map((claim) => (
            <Entry key={claim.rentalId} cents={claim.cents} when={claim.decidedOn}>
              Kept for {claim.title}, from <bdi>{claim.ownerName}</bdi>
              {claim.returnedCents > 0 && (
                <span className="block text-sm">
                  {dollars(claim.returnedCents)} of that returned after your appeal
                </span>
              )}
              {claim.notes && <span className="block text-sm text-soft">“{claim.notes}”</span>}
            </Entry>
          ))}
        </ul>
      )}
      {mayRequest && (
        <p className="mt-5">
          <LinkButton
            to={`${href('/credits')}?refund=deposit#deposit`}
            kind="secondary"
            preventScrollReset
          >
            Request refund
          </LinkButton>
        </p>
      )}
      {held && mayRequest && asking && (
        <ConfirmDialog
          question={`Get your ${dollars(held.leftCents)} deposit back?`}
          open={key}
          onClose={() => navigate(href('/credits'), { preventScrollReset: true })}
          action={href('/credits')}
          fields={{ intent: 'refund-deposit' }}
          confirmText="Request refund"
          cancelText="Keep it"
        >
          <p className="text-soft">
            We will refund it to the card you paid with. Refunds usually take 5 to 10 days to
            arrive. You will need a new deposit for your next rental.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The missing amount can be paid, so that the deposit covers rentals again. */
function TopUp({ cents }: { cents: number }) {
  return (
    <Form method="post" action={href('/credits')} className="mt-5">
      <Button
        name="intent"
        value="top-up-deposit"
        data-failed={DEPOSIT_NOT_OPENED}
        kind="secondary"
      >
        Add {dollars(cents)}
      </Button>
    </Form>
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
    what: 'Refund on its way to your card',
    more: 'Refunds usually take 5 to 10 days to arrive.',
  },
  succeeded: { what: 'Refunded to your card', more: null },
  failed: {
    what: 'Could not be refunded to your card',
    more: 'The money is still yours. We are looking into it and will email you.',
  },
} satisfies Record<ShownDeposit['refunds'][number]['status'], { what: string; more: string | null }>

const STATES = {
  held: { label: 'Held', kind: 'plain' },
  'in-use': { label: 'In use', kind: 'accent' },
  'partly-withheld': { label: 'Partly kept', kind: 'plain' },
  'partly-lost': { label: 'Partly refunded', kind: 'info' },
  'partly-returned': { label: 'Partly refunded', kind: 'info' },
  disputed: { label: 'Disputed', kind: 'danger' },
  'being-refunded': { label: 'Being refunded', kind: 'info' },
  'refund-failed': { label: 'Refund failed', kind: 'danger' },
  refunded: { label: 'Refunded', kind: 'success' },
  withheld: { label: 'Kept', kind: 'plain' },
} satisfies Record<string, { label: string; kind: BadgeKind }>

/** The status of the latest deposit in a word; none before the first. */
function stateOf({ held, withheld, refunds }: ShownDeposit): keyof typeof STATES | null {
  if (held) {
    if (held.barred) return held.barred === 'being-refunded' ? 'partly-returned' : held.barred
    return held.openRentals > 0 ? 'in-use' : 'held'
  }
  const [latest] = refunds
  if (!latest) return withheld.length > 0 ? 'withheld' : null
  if (latest.status === 'pending') return 'being-refunded'
  return latest.status === 'failed' ? 'refund-failed' : 'refunded'
}

function amountOf({ barred, paidOn, openRentals: rentals, ...cents }: Held): string {
  if (barred === null || barred === 'disputed')
    return `${dollars(cents.leftCents)} held since ${paidOn}.`
  return `${depositSentence('your', { ...cents, rentals })}.`
}

/** When an incomplete deposit is refunded automatically. */
function endOf({ openRentals }: Held): string {
  if (openRentals === 0) return `within ${inWords(CORRECTION_HOURS / 24, 'day')}`
  return openRentals === 1
    ? 'when your open rental ends'
    : `when your ${openRentals} open rentals end`
}

function statusSentence(held: Held): string {
  const rest =
    held.topUpCents > 0
      ? `Add ${dollars(held.topUpCents)} to rent again. If you do not, we will refund the rest ${endOf(held)}.`
      : `We will refund the rest ${endOf(held)}.`
  switch (held.barred) {
    case 'disputed':
      return 'The payment is disputed, so you cannot use your deposit for new rentals until the dispute is resolved.'
    case 'partly-withheld':
      return `Part of it was kept, so it does not cover a new rental. ${rest}`
    case 'partly-lost':
      return `Part of it went back to your card after a dispute, so it does not cover a new rental. ${rest}`
    case 'being-refunded':
      return `Part of it was refunded, so it does not cover a new rental. ${rest}`
    case null:
      if (held.openRentals === 0) return 'Not in use.'
      return held.openRentals === 1
        ? 'It covers 1 open rental. You can ask for it back when the rental ends.'
        : `It covers ${held.openRentals} open rentals. You can ask for it back when they end.`
  }
}
