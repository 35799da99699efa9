export { earnRental, recordEarning, takeBackRental } from './earnings.ts'
export { type Owed, owedTo } from './owed.ts'
export { rateFor } from './rate-when-rented.ts'
export { payoutAccountsToRead, syncPayoutAccount } from './sync-payout-account.ts'
