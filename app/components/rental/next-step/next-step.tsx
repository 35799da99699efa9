import { DeliveryDetails } from '#app/components/rental/delivery-details.tsx'
import { WasItDelivered } from '#app/components/rental/delivery-question.tsx'
import { RentalSection } from '#app/components/rental/rental-section.tsx'
import { lacksDetails } from '#app/components/rental/rental-words.ts'
import type { Problem } from '#app/forms/forms.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { MyRental, MyRentalPage } from '#domain/booking/rentals/lists/rental-queries.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { Arrangement } from './arrangement.tsx'
import { ReturnStep } from './return-step.tsx'

type NextStepProps = {
  rental: MyRentalPage
  today: CalendarDate
  /** What the stage means. */
  sentence: string
  messagesTo: string
  /** The closet has accepted that it comes back early. */
  isReturnAccepted: boolean
  details: Problem | undefined
  sentBack: Problem | undefined
}

/** The one thing to do now, or whom the renter waits for; nothing once a rental is over. */
export function NextStep(props: NextStepProps) {
  const { rental, today, sentence, messagesTo, isReturnAccepted, details, sentBack } = props
  if (isIn(rental.stage, 'over')) return null
  return (
    <div className="rounded-picture border border-ink p-5 sm:p-7 [&>section]:border-0 [&>section]:pt-1">
      <p className="eyebrow">Next step</p>
      {rental.mayAnswer ? (
        <WasItDelivered isDenied={rental.isDenied} />
      ) : lacksDetails(rental) ? (
        <DeliveryDetails rental={rental} answer={details} />
      ) : rental.maySendBack ? (
        <ReturnStep {...{ rental, today, messagesTo, isReturnAccepted }} answer={sentBack} />
      ) : (
        <RentalSection id="waiting" title={waitingFor(rental)}>
          <p className="mt-3">{sentence}</p>
          <Arrangement>
            {isIn(rental.stage, 'beforeDelivery') && rental.deliveryArrangement}
          </Arrangement>
        </RentalSection>
      )}
    </div>
  )
}

/** The next step is not the renter's. */
export function isWaiting(rental: MyRental): boolean {
  const { stage, mayAnswer, maySendBack } = rental
  return !(isIn(stage, 'over') || mayAnswer || maySendBack || lacksDetails(rental))
}

const HANDED_OVER = {
  delivery: 'The closet delivers it',
  pickup: 'You pick it up',
  shipping: 'The closet ships it',
  ask: 'The closet arranges how you get it',
} as const satisfies Record<ChosenHandover, string>

function waitingFor({ stage, chosenHandover }: MyRental): string {
  if (stage === 'requested') return 'The closet answers'
  if (stage === 'sent-back') return 'The closet confirms the return'
  if (stage === 'returned') return 'The closet checks its condition'
  return HANDED_OVER[chosenHandover ?? 'delivery']
}
