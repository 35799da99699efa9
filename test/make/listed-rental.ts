import type { ListedRental } from '#domain/booking/rentals/lists/panel-list.ts'
import type { RentalStage } from '#domain/booking/rentals/stage/rental-stage.ts'
import { newId } from '#domain/shared/ids.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

export function day(text: string): CalendarDate {
  const parsed = parseCalendarDate(text)
  if (!parsed) throw new Error(`${text} is not a day`)
  return parsed
}

/** A row of the list of rentals, for tests of its words. */
export function listedRental(
  stage: RentalStage,
  start: string,
  end: string,
  more: Partial<ListedRental> = {},
): ListedRental {
  return {
    id: newId(),
    itemId: newId(),
    title: 'Silk dress',
    imageUrl: null,
    size: 'M',
    renter: { id: newId(), fullName: 'Ada Moss', email: 'ada@hemline.test' },
    owner: { id: newId(), fullName: 'The Evening Room', email: 'room@hemline.test' },
    start: day(start),
    end: day(end),
    totalDays: 7,
    totalCredits: 14,
    swapGoodwill: 0,
    status: 'confirmed',
    stage,
    answerBy: null,
    proposed: null,
    deliveryStatus: 'pending',
    returnStatus: 'pending',
    conditionStatus: 'pending_review',
    sentBackTracking: null,
    deposit: null,
    chosenHandover: null,
    handover: null,
    next: null,
    renterStars: null,
    renterMarks: null,
    cancellation: null,
    noShow: null,
    withheldCents: 0,
    returnedCents: 0,
    moves: [],
    isForOthers: false,
    renterPhone: null,
    deliveryAddress: null,
    deliveryNotes: null,
    deliveryArrangement: null,
    returnArrangement: null,
    ...more,
  }
}
