/** The bounds of boards (spec 23). */
export const MAX_BOARDS = 20
export { MAX_PIECES } from '#domain/booking/rentals/bag-size.ts'

export const MAX_PEOPLE = 12
export const MAX_BOARD_NAME = 80
export const MAX_FIRST_NAME = 40

/** How many days after its last day a board is removed. */
export const BOARD_DAYS = 90
