export { earnRental, recordEarning, takeBackRental } from './earnings.ts'
export { rateFor } from './rate-when-rented.ts'
