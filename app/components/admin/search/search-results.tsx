import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { Payer, PaymentBadges, paymentWords } from '#app/components/admin/money/payment-rows.tsx'
import { StripeLink } from '#app/components/admin/money/stripe-link.tsx'
import { Line, Section } from '#app/components/admin/page-section.tsx'
import { PersonBadges } from '#app/components/admin/people/person-row.tsx'
import { rentalStatusIn } from '#app/components/admin/rental-status-words.ts'
import { GIFT_STATES } from '#app/components/credits/gift-states.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ApprovalStatus } from '#db/enums.ts'
import type { Payment } from '#domain/admin/lists/payment-list.ts'
import type { Everything } from '#domain/admin/search/find-everything.ts'
import type { FoundPerson } from '#domain/admin/search/find-people.ts'
import type { FoundGift, FoundItem, FoundRental } from '#domain/admin/search/find-records.ts'
import { type FoundRows, MAX_FOUND, MAX_SEARCHED } from '#domain/admin/search/found-rows.ts'
import { rentalNumber } from '#domain/booking/rentals/stage/rental-number.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'

type SearchResultsProps = { q: string; found: Everything; paymentsAreReal: boolean }

export function SearchResults({ q, found, paymentsAreReal }: SearchResultsProps) {
  const inList = (list: string) => `${list}?${new URLSearchParams({ q })}`
  return (
    <div className="mt-10 gap-x-14 lg:columns-2 [&>section]:mb-12 [&>section]:break-inside-avoid">
      <Kind title="People" found={found.people} list={inList(href('/admin/users'))}>
        {(person) => <PersonLine key={person.id} person={person} />}
      </Kind>
      <Kind title="Closets" found={found.closets} list={inList(href('/admin/users'))}>
        {(person) => <PersonLine key={person.id} person={person} />}
      </Kind>
      <Kind title="Rentals" found={found.rentals}>
        {(rental) => <RentalLine key={rental.id} rental={rental} />}
      </Kind>
      <Kind title="Items" found={found.items} list={inList(href('/admin/items'))}>
        {(item) => <ItemLine key={item.id} item={item} />}
      </Kind>
      <Kind title="Payments" found={found.payments} list={inList(href('/admin/payments'))}>
        {(payment) => <PaymentLine key={payment.id} {...{ payment, paymentsAreReal }} />}
      </Kind>
      <Kind title="Gift codes" found={found.gifts}>
        {(gift) => <GiftLine key={gift.id} gift={gift} />}
      </Kind>
    </div>
  )
}

type KindProps<Row> = {
  title: string
  found: FoundRows<Row>
  /** The address of the list with all of them. */
  list?: string
  children: (row: Row) => ReactNode
}

function Kind<Row>({ title, found, list, children }: KindProps<Row>) {
  const { rows, hasMore, isPartial } = found
  if (rows.length === 0) return null
  const what = title.toLowerCase()
  return (
    <Section
      title={title}
      empty={null}
      more={
        list && (
          <LinkButton to={list} kind="quiet" size="small">
            All {what}
          </LinkButton>
        )
      }
    >
      <ul>{rows.map(children)}</ul>
      {(hasMore || isPartial) && (
        <p className="py-3 text-sm text-soft">
          {hasMore && `The newest ${MAX_FOUND} are shown. `}
          {isPartial &&
            `Only the newest ${showNumber(MAX_SEARCHED)} ${what} were searched. Use more or longer words to search all of them.`}
        </p>
      )}
    </Section>
  )
}

function PersonLine({ person }: { person: FoundPerson }) {
  const { id, fullName, shopName, email, phone } = person
  return (
    <Line
      first={
        <>
          <TextLink to={href('/admin/users/:id', { id })}>{fullName}</TextLink>{' '}
          <PersonBadges person={person} />
        </>
      }
      second={
        <Facts as="span">
          {shopName}
          {email}
          {phone}
        </Facts>
      }
    />
  )
}

function RentalLine({ rental }: { rental: FoundRental }) {
  const { id, title, start, end, renterName, ownerName } = rental
  return (
    <Line
      first={<TextLink to={href('/admin/rentals/:id', { id })}>{title}</TextLink>}
      second={
        <Facts as="span">
          {`Number ${rentalNumber(id)}`}
          {`${showDate(start)} – ${showDate(end)}`}
          <>
            <bdi>{renterName}</bdi> from <bdi>{ownerName}</bdi>
          </>
        </Facts>
      }
      end={rentalStatusIn(rental)}
    />
  )
}

const APPROVAL_WORDS = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
} as const satisfies Record<ApprovalStatus, string>

function ItemLine({ item }: { item: FoundItem }) {
  const { id, title, size, approvalStatus, ownerName } = item
  return (
    <Line
      first={<TextLink to={href('/admin/items/:id', { id })}>{title}</TextLink>}
      second={
        <Facts as="span">
          {`Size ${size}`}
          <bdi>{ownerName}</bdi>
        </Facts>
      }
      end={APPROVAL_WORDS[approvalStatus]}
    />
  )
}

type PaymentLineProps = { payment: Payment; paymentsAreReal: boolean }

function PaymentLine({ payment, paymentsAreReal }: PaymentLineProps) {
  const { cents, paidAt, paymentMethod, paymentIntent } = payment
  return (
    <Line
      first={
        <>
          {paymentWords(payment)} of <Payer person={payment.person} />{' '}
          <PaymentBadges payment={payment} />
        </>
      }
      second={
        <Facts as="span">
          <Moment at={paidAt} />
          {paymentMethod}
          {paymentsAreReal && paymentIntent && <StripeLink paymentIntent={paymentIntent} />}
        </Facts>
      }
      end={dollars(cents)}
    />
  )
}

function GiftLine({ gift }: { gift: FoundGift }) {
  const { credits, state, boughtAt, claimedAt, buyerId, buyerName, claimerId, claimerName } = gift
  return (
    <Line
      first={
        <>
          {showNumber(credits)} credits, bought by{' '}
          <TextLink to={href('/admin/users/:id', { id: buyerId })}>{buyerName}</TextLink>
        </>
      }
      second={
        <Facts as="span">
          <>
            Bought <Moment at={boughtAt} as="day" />
          </>
          {claimerId && claimedAt && (
            <>
              claimed <Moment at={claimedAt} as="day" /> by{' '}
              <TextLink to={href('/admin/users/:id', { id: claimerId })}>{claimerName}</TextLink>
            </>
          )}
        </Facts>
      }
      end={<Badge kind={GIFT_STATES[state].kind}>{GIFT_STATES[state].label}</Badge>}
    />
  )
}
