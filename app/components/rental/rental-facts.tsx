import type { ReactNode } from 'react'
import { href } from 'react-router'
import { handoverForRenter } from '#app/components/handover/chosen-handover-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { MyRentalPage } from '#domain/booking/rentals/lists/rental-queries.ts'
import { rentalNumber } from '#domain/booking/rentals/stage/rental-number.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { depositOfRental } from './deposit-words.ts'
import { HandoverWayWords } from './handover-way-words.tsx'
import { priceCredits, priceName } from './rental-words.ts'

/** Days, price, closet and deposit of a rental, and details that can no longer be changed. */
export function RentalFacts({ rental, isOpen }: { rental: MyRentalPage; isOpen: boolean }) {
  const { owner, start, end, totalDays, conditionNotes } = rental
  const { renterPhone, deliveryAddress, deliveryNotes } = rental
  return (
    <div>
      <dl className="grid grid-cols-[min(9rem,42%)_minmax(0,1fr)] border-b sm:grid-cols-[12.5rem_minmax(0,1fr)] border-line text-[0.9375rem] wrap-anywhere">
        {start === end ? (
          <Fact name="Date">{showDate(start)}</Fact>
        ) : (
          <>
            <Fact name="From">{showDate(start)}</Fact>
            <Fact name="To">
              {showDate(end)} <span className="text-soft">({daysInWords(totalDays)})</span>
            </Fact>
          </>
        )}
        <Fact name={priceName(rental)}>
          {creditsInWords(priceCredits(rental))}
          {rental.swapGoodwill > 0 && rental.status !== 'cancelled' && (
            <span className="block text-sm text-soft">
              Hemline paid the other {rental.swapGoodwill}.
            </span>
          )}
        </Fact>
        {rental.deliveryArrangement && (
          <Fact name="When and where you get it">{rental.deliveryArrangement}</Fact>
        )}
        {rental.returnArrangement && (
          <Fact name="When and where you return it">{rental.returnArrangement}</Fact>
        )}
        <Fact name="Closet">
          <bdi>{owner.fullName}</bdi>
          <span className="block text-sm text-soft">{rental.location}</span>
        </Fact>
        <Fact name="Closet’s phone">
          {owner.phone ? (
            <a href={`tel:${owner.phone.replace(/[^\d+]/g, '')}`} className="text-link">
              {owner.phone}
            </a>
          ) : (
            'Not specified'
          )}
        </Fact>
        {owner.instagramHandle && (
          <Fact name="Instagram">
            <a
              href={`https://instagram.com/${encodeURIComponent(owner.instagramHandle)}`}
              rel="noopener nofollow"
              className="text-link"
            >
              @{owner.instagramHandle}
            </a>
          </Fact>
        )}
        {!isOpen && deliveryAddress && (
          <Fact name="Delivery address">
            <span className="whitespace-pre-line">{deliveryAddress}</span>
          </Fact>
        )}
        {!isOpen && renterPhone && <Fact name="Your phone">{renterPhone}</Fact>}
        {!isOpen && deliveryNotes && (
          <Fact name="Your notes">
            <span className="whitespace-pre-line">{deliveryNotes}</span>
          </Fact>
        )}
        {rental.chosenHandover && (
          <Fact name="Handover">{handoverForRenter[rental.chosenHandover]}</Fact>
        )}
        {rental.handover && (
          <Fact name="Handed over">
            <HandoverWayWords way={rental.handover} />
          </Fact>
        )}
        {rental.sentBack?.tracking && (
          <Fact name="Tracking number">{rental.sentBack.tracking}</Fact>
        )}
        <Fact name="Deposit">
          {depositOfRental('your', rental)}
          {conditionNotes && (
            <span className="mt-1 block whitespace-pre-line">“{conditionNotes}”</span>
          )}
        </Fact>
        <Fact name="Rental number">{rentalNumber(rental.id)}</Fact>
      </dl>
      {rental.withheldCents > 0 && (
        <p className="mt-4 text-sm">
          <TextLink to={href('/credits')}>See your deposit</TextLink>
        </p>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents [&>*]:border-t [&>*]:border-line [&>*]:py-3">
      <dt className="pr-3 text-soft">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function daysInWords(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
