export { earnRental, recordEarning, takeBackRental } from '#domain/money/payouts/earned/earnings.ts'
export {
  centsOwedTo,
  centsPayableTo,
  type Owed,
  owedTo,
} from '#domain/money/payouts/earned/owed.ts'
export { rateFor } from '#domain/money/payouts/earned/rate-when-rented.ts'
export { makeTransfer, untriedTransfers } from '#domain/money/payouts/transfers/make-transfer.ts'
export { syncBankPayout, syncTransfer } from '#domain/money/payouts/transfers/sync-transfer.ts'
export {
  type OpenDifference,
  openDifferences,
} from '#domain/money/payouts/transfers/transfer-differences.ts'
export { owedForAYearCount } from './owed-without-account.ts'
export {
  failedTransferCount,
  openDifferenceCount,
  waitingTransferCount,
} from './payout-figures.ts'
export { payoutAccountsToRead, syncPayoutAccount } from './sync-payout-account.ts'
