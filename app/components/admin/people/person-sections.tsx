import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { StripeLink } from '#app/components/admin/money/stripe-link.tsx'
import { Line, Section } from '#app/components/admin/page-section.tsx'
import { rentalStatusIn } from '#app/components/admin/rental-status-words.ts'
import { changeOf, statementWords } from '#app/components/credits/statement-words.ts'
import { browserWords } from '#app/components/profile/browser-words.ts'
import { noShowWords } from '#app/components/rental/rental-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { PRODUCT_WORDS } from '#domain/admin/exports/payment-words.ts'
import type { PaidOrder, PersonPage } from '#domain/admin/lists/person-page.ts'
import type { RefundablePurchase } from '#domain/money/checkout/refunding/refund-purchase.ts'
import type { StatementLine } from '#domain/money/credits/statement.ts'
import type { DepositLife } from '#domain/money/deposits/deposit-life.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber, signed } from '#domain/shared/credits.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'

type WalletPart = {
  readonly balance: number
  readonly onHold: number
  readonly statement: readonly StatementLine[]
  readonly deposit: DepositLife
}

export function PersonWallet({ wallet, returnTo }: { wallet: WalletPart; returnTo: string }) {
  const { balance, onHold, statement, deposit } = wallet
  const { held } = deposit
  return (
    <Section
      title="Credits and deposit"
      empty={null}
      more={
        deposit.mayRequest && (
          <LinkButton to={returnTo} kind="quiet" size="small" preventScrollReset>
            Refund deposit
          </LinkButton>
        )
      }
    >
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4 border-b border-line py-4">
        <div>
          <dt className="text-sm text-soft">Balance</dt>
          <dd className="font-heading text-3xl lining-nums tabular-nums">{showNumber(balance)}</dd>
          {onHold > 0 && <dd className="text-sm text-danger">{showNumber(onHold)} on hold</dd>}
        </div>
        <div>
          <dt className="text-sm text-soft">Deposit</dt>
          <dd className="font-heading text-3xl lining-nums tabular-nums">
            {held ? dollars(held.leftCents) : 'None'}
          </dd>
          {held && held.openRentals > 0 && (
            <dd className="text-sm text-soft">
              Covers {held.openRentals === 1 ? '1 open rental' : `${held.openRentals} open rentals`}
            </dd>
          )}
        </div>
      </dl>
      <ul>
        {deposit.withheld.map(({ rentalId, title, cents, returnedCents, decidedAt, notes }) => (
          <Line
            key={rentalId}
            first={
              <TextLink to={href('/admin/rentals/:id', { id: rentalId })}>
                Kept from the deposit: {title}
              </TextLink>
            }
            second={
              <>
                <Moment at={decidedAt} as="day" /> {notes}
                {returnedCents > 0 && (
                  <span className="block">
                    {dollars(returnedCents)} of that returned after an appeal
                  </span>
                )}
              </>
            }
            end={dollars(cents)}
          />
        ))}
        {statement.map((line) => (
          <Line
            key={line.id}
            first={statementWords(line)}
            second={<Moment at={line.at} as="day" />}
            end={signed(changeOf(line))}
          />
        ))}
      </ul>
    </Section>
  )
}

/** An order, with the amount that an admin can refund now. */
export type ShownOrder = PaidOrder & { readonly refundable: RefundablePurchase | null }

type OrdersProps = {
  orders: readonly ShownOrder[]
  refundTo: (orderId: string) => string
  paymentsAreReal: boolean
}

export function PersonOrders({ orders, refundTo, paymentsAreReal }: OrdersProps) {
  return (
    <Section title="Payments" empty={orders.length === 0 ? 'No payments yet.' : null}>
      <ul>
        {orders.map((order) => (
          <Line
            key={order.id}
            first={
              <>
                {PRODUCT_WORDS[order.product]}
                {order.credits > 0 && `, ${showNumber(order.credits)} credits`}{' '}
                {order.dispute && (
                  <Badge kind={order.dispute === 'won' ? 'success' : 'danger'}>
                    Dispute {order.dispute}
                  </Badge>
                )}
                {order.refund === 'failed' && <Badge kind="danger">Refund failed</Badge>}
              </>
            }
            second={
              <Facts as="span">
                <span>
                  <Moment at={order.paidAt} />
                  {order.refundedCents > 0 && `, ${dollars(order.refundedCents)} refunded`}
                </span>
                {paymentsAreReal && order.paymentIntent && (
                  <StripeLink paymentIntent={order.paymentIntent} />
                )}
              </Facts>
            }
            end={
              <>
                {dollars(order.cents)}
                {order.refundable && (
                  <>
                    <br />
                    <Link
                      to={refundTo(order.id)}
                      preventScrollReset
                      className="inline-flex min-h-11 items-center text-link md:min-h-7"
                    >
                      Refund up to {dollars(order.refundable.cents)}
                      <span className="sr-only"> of {PRODUCT_WORDS[order.product]}</span>
                    </Link>
                  </>
                )}
              </>
            }
          />
        ))}
      </ul>
      <p className="py-3 text-sm text-soft">
        Unspent credits from packs and gifts can be refunded here. Refund anything else in your
        payment provider’s dashboard; unused credits are then removed automatically.
      </p>
    </Section>
  )
}

export function PersonRentals({
  rentals,
  email,
}: {
  rentals: PersonPage['rentals']
  email: string
}) {
  return (
    <Section
      title="Rentals"
      empty={rentals.length === 0 ? 'No rentals yet.' : null}
      more={
        <LinkButton
          to={`${href('/admin/rentals')}?${new URLSearchParams({ q: email })}`}
          kind="quiet"
          size="small"
        >
          All rentals
        </LinkButton>
      }
    >
      <ul>
        {rentals.map((rental) => (
          <Line
            key={rental.id}
            first={
              <TextLink to={href('/admin/rentals/:id', { id: rental.id })}>{rental.title}</TextLink>
            }
            second={`${showDate(rental.start)} – ${showDate(rental.end)}${rental.isOwner ? ', as owner' : ''}`}
            end={
              <>
                {rental.noShow ? noShowWords[rental.noShow].label : rentalStatusIn(rental)}
                <br />
                <span className="text-soft">{showNumber(rental.credits)} credits</span>
              </>
            }
          />
        ))}
      </ul>
    </Section>
  )
}

export function PersonMails({ mails, email }: { mails: PersonPage['mails']; email: string }) {
  return (
    <Section
      title="Emails"
      empty={mails.length === 0 ? 'No emails yet.' : null}
      more={
        <LinkButton
          to={`${href('/admin/mail')}?${new URLSearchParams({ q: email })}`}
          kind="quiet"
          size="small"
        >
          All emails
        </LinkButton>
      }
    >
      <ul>
        {mails.map(({ id, subject, createdAt, sentAt, failed }) => (
          <Line
            key={id}
            first={<TextLink to={href('/admin/mail/:id', { id })}>{subject}</TextLink>}
            second={<Moment at={createdAt} />}
            end={failed ? 'Failed' : sentAt ? 'Sent' : 'Waiting'}
          />
        ))}
      </ul>
    </Section>
  )
}

export function PersonSessions({ sessions }: { sessions: PersonPage['sessions'] }) {
  return (
    <Section title="Active sessions" empty={sessions.length === 0 ? 'No active sessions.' : null}>
      <ul>
        {sessions.map(({ id, browser, startedAt, usedAt }) => (
          <Line
            key={id}
            first={browserWords(browser)}
            second={
              <>
                Signed in <Moment at={startedAt} as="day" />, last active{' '}
                <Moment at={usedAt} as="day" />
              </>
            }
          />
        ))}
      </ul>
    </Section>
  )
}
