export { cancelRental, readRefundAhead } from '#domain/booking/rentals/changes/cancel-rental.ts'
export { passesFilter } from '#domain/booking/rentals/lists/panel-tabs.ts'
export { rentalsAbout } from '#domain/booking/rentals/lists/rental-search.ts'
export { removeRenterCalendarOf } from '#domain/booking/rentals/lists/renter-calendar.ts'
export { markedRentals } from '#domain/booking/rentals/lists/renter-marks.ts'
export { markRatingReminded } from '#domain/booking/rentals/notices/rating-reminders.ts'
export {
  FREE_INSTEAD,
  replacementLinks,
} from '#domain/booking/rentals/notices/replacement-links.ts'
export { boardOf } from '#domain/booking/rentals/records/board-of.ts'
export { transferLiveRentals } from '#domain/booking/rentals/records/change-owner.ts'
export {
  earnUnlessUndecided,
  giveCreditsBack,
  isBackNotAsDescribed,
  noShowCase,
} from '#domain/booking/rentals/records/give-credits-back.ts'
export { earnFirstWeek } from '#domain/booking/rentals/records/no-show-credits.ts'
export {
  type LockedRental,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
export { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
export { isAtStage, stageColumns } from '#domain/booking/rentals/stage/stage-sql.ts'
export { MAX_PIECES } from './bag-size.ts'
export {
  type CheckedRequest,
  checkRequest,
  type Rented,
  type RentProblem,
  type RentRequest,
} from './check-request.ts'
export { removeDeliveryDetailsOf } from './delivery-details.ts'
export { type CheckedPiece, checkPieces, rentPieces, totalOf } from './rent-pieces.ts'
export {
  type Bag,
  type BagProblem,
  type PieceOutcome,
  requestBag,
  requestRental,
  whyNotABag,
} from './request-bag.ts'
