import { useContext } from 'react'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import type { PanelRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'

type ProposedDatesProps = {
  readonly rental: PanelRental
  readonly proposed: NonNullable<PanelRental['proposed']>
}

/** The renter would like other dates: the closet accepts them, or keeps the old ones. */
export function ProposedDates({ rental, proposed }: ProposedDatesProps) {
  const timeZone = useContext(ShopTimeZone)
  const { start, end, credits, answerBy, key } = proposed
  const total = rental.totalCredits + credits
  return (
    <section aria-labelledby="other-dates" className="border-t border-ink pt-6">
      <h2 id="other-dates" className="text-[1.625rem]">
        Other dates
      </h2>
      <p className="mt-3">
        <bdi>{rental.renter.fullName}</bdi> would like this rental{' '}
        <strong className="font-medium">{datesInWords(start, end)}</strong>. Now it is{' '}
        {datesInWords(rental.start, rental.end)}.{' '}
        {credits === 0
          ? 'The price stays the same.'
          : `It would cost ${creditsInWords(total)} instead of ${rental.totalCredits}.`}{' '}
        Please answer by {showDeadline(answerBy, timeZone)}. After that, the old dates stay.
      </p>
      <Form method="post" className="mt-5 flex flex-wrap gap-3">
        <input type="hidden" name="proposal" value={key} />
        <Button name="intent" value="accept-dates">
          Accept
        </Button>
        <Button kind="secondary" name="intent" value="keep-dates">
          Keep the old dates
        </Button>
      </Form>
    </section>
  )
}
