import { isFormerMember } from '#domain/accounts/people/former-member.ts'
import type { ListedRental } from '#domain/booking/rentals/lists/panel-list.ts'
import type { PanelPerson } from '#domain/booking/rentals/lists/rental-panel.ts'

const LINK = 'inline-flex min-h-11 items-center text-link md:min-h-7'

/** A map of an address as people write it. */
export function mapAddress(address: string): string {
  const query = onOneLine(address)
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

const onOneLine = (address: string) =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

/** Nothing for a person who has closed their account. */
export function EmailLink({
  person,
  className = LINK,
}: {
  person: PanelPerson
  className?: string
}) {
  if (isFormerMember(person)) return null
  return (
    <a href={`mailto:${person.email}`} className={className}>
      <span className="wrap-anywhere">{person.email}</span>
    </a>
  )
}

/** How to reach the renter: the phone calls, the address opens a map. */
export function RenterContact({ rental }: { rental: ListedRental }) {
  const { renter, renterPhone, deliveryAddress, deliveryNotes } = rental
  const address = deliveryAddress && onOneLine(deliveryAddress)
  return (
    <div className="flex flex-wrap gap-x-5 text-sm md:block">
      {renterPhone && (
        <p>
          <a href={`tel:${renterPhone.replace(/[^\d+]/g, '')}`} className={LINK}>
            {renterPhone}
          </a>
        </p>
      )}
      <p>
        <EmailLink person={renter} />
      </p>
      <p>
        {address ? (
          <a href={mapAddress(address)} target="_blank" rel="noopener noreferrer" className={LINK}>
            {address}
            <span className="sr-only"> (opens a map)</span>
          </a>
        ) : (
          <span className="inline-flex min-h-11 items-center text-soft md:min-h-7">
            No address yet
          </span>
        )}
      </p>
      {deliveryNotes && <p className="w-full whitespace-pre-line text-soft">{deliveryNotes}</p>}
    </div>
  )
}
