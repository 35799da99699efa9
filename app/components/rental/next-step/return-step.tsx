import { RentalSection } from '#app/components/rental/rental-section.tsx'
import { SendBackForm } from '#app/components/rental/send-back-form.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Link } from '#app/ui/link.tsx'
import type { MyRentalPage } from '#domain/booking/rentals/lists/rental-queries.ts'
import { lateFrom } from '#domain/booking/rentals/stage/stage-days.ts'
import { addDays, type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { Arrangement } from './arrangement.tsx'

type ReturnStepProps = {
  rental: MyRentalPage
  today: CalendarDate
  messagesTo: string
  isReturnAccepted: boolean
  answer: Problem | undefined
}

const LINK = 'inline-flex min-h-11 items-center text-link md:min-h-7'

/** Until when, where and how an item goes back, and the form to say that it did. */
export function ReturnStep(props: ReturnStepProps) {
  const { rental, today, messagesTo, isReturnAccepted, answer } = props
  const { end, owner, returnArrangement, returnInstructions } = rental
  const isDue = isReturnAccepted || end <= addDays(today, 1)
  return (
    <RentalSection
      id="send-back"
      title={end <= today ? 'Return it today' : `Return it by ${showDate(end)}`}
    >
      <p className="mt-3">
        {end < today
          ? `It was due back on ${showDate(end)}.`
          : `You have it until the end of that day. From ${showDate(lateFrom(end))} on, it is late.`}
      </p>
      <Arrangement>{returnArrangement}</Arrangement>
      {returnInstructions && (
        <p className="mt-3 whitespace-pre-line wrap-anywhere">
          <span className="block text-sm text-soft">
            How items come back to <bdi>{owner.fullName}</bdi>
          </span>
          {returnInstructions}
        </p>
      )}
      {!returnArrangement && !returnInstructions && (
        <p className="mt-3">
          Agree with <bdi>{owner.fullName}</bdi> when and where you hand it over, or where you mail
          it to.
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-6">
        {owner.phone && (
          <a href={`tel:${owner.phone.replace(/[^\d+]/g, '')}`} className={LINK}>
            {owner.phone}
          </a>
        )}
        <Link to={messagesTo} className={LINK}>
          <span className="wrap-anywhere">
            Message <bdi>{owner.fullName}</bdi>
          </span>
        </Link>
      </p>
      <details
        open={isDue || answer !== undefined}
        className="group/sent mt-3 border-t border-line"
      >
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-3 font-medium">
          Did you send it back?
          <span aria-hidden="true" className="text-xl text-soft group-open/sent:rotate-45">
            +
          </span>
        </summary>
        <SendBackForm answer={answer} />
      </details>
    </RentalSection>
  )
}
