import { RenterStars } from '#app/components/ratings/renter-stars.tsx'
import type { RunRental as Rental } from '#domain/booking/rentals/lists/rental-panel.ts'
import type { RenterMarks as Marks } from '#domain/booking/rentals/lists/renter-marks.ts'
import type { RenterRatings } from '#domain/care/ratings/renter-ratings.ts'
import { EmailLink, mapAddress } from './renter-contact.tsx'
import { RenterMarks } from './renter-marks.tsx'

export const FACTS =
  'grid grid-cols-[min(7.5rem,40%)_minmax(0,1fr)] border-b border-line text-[0.9375rem] [&>*]:border-t [&>*]:border-line [&>*]:py-3 [&>dt]:pr-4 [&>dt]:text-soft'

type ContactProps = {
  rental: Rental
  marks: Marks
  ofRenter: RenterRatings | null
}

/** Who rents it, and how and where to reach them: first on a phone, for use at a renter's door. */
export function Contact({ rental, marks, ofRenter }: ContactProps) {
  const { renter, renterPhone, deliveryAddress, deliveryNotes } = rental
  const missing = <span className="text-soft">Not specified yet</span>
  return (
    <dl className={FACTS}>
      <dt>Renter</dt>
      <dd>
        <bdi>{renter.fullName}</bdi>
        <br />
        <EmailLink person={renter} className="text-link" />
        {ofRenter && <RenterStars {...ofRenter} />}
        <RenterMarks {...marks} />
      </dd>
      <dt>Phone</dt>
      <dd>
        {renterPhone ? (
          <a href={`tel:${renterPhone.replace(/[^\d+]/g, '')}`} className="text-link">
            {renterPhone}
          </a>
        ) : (
          missing
        )}
      </dd>
      <dt>Delivery address</dt>
      <dd className="whitespace-pre-line">
        {deliveryAddress ? (
          <>
            {deliveryAddress}{' '}
            <a
              href={mapAddress(deliveryAddress)}
              target="_blank"
              rel="noopener noreferrer"
              className="block text-link"
            >
              Open map
            </a>
          </>
        ) : (
          missing
        )}
      </dd>
      {deliveryNotes && (
        <>
          <dt>Delivery notes</dt>
          <dd className="whitespace-pre-line">{deliveryNotes}</dd>
        </>
      )}
    </dl>
  )
}
