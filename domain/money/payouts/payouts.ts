export { earnRental, recordEarning, takeBackRental } from './earnings.ts'
export { makeTransfer, untriedTransfers } from './make-transfer.ts'
export { type Owed, owedTo } from './owed.ts'
export { owedForAYearCount } from './owed-without-account.ts'
export {
  failedTransferCount,
  openDifferenceCount,
  waitingTransferCount,
} from './payout-figures.ts'
export { rateFor } from './rate-when-rented.ts'
export { payoutAccountsToRead, syncPayoutAccount } from './sync-payout-account.ts'
export { syncBankPayout, syncTransfer } from './sync-transfer.ts'
export { type OpenDifference, openDifferences } from './transfer-differences.ts'
