// Credits are lots in a wallet. Each change is one operation with its own key, made while the
// wallet is locked, and recorded as movements between the states of its lots.

export { centsBrought } from './credit-value.ts'
export { expireLots } from './expire-lots.ts'
export { expiryAfterMonths, expiryFrom } from './expiry.ts'
export { type ExtendedAt, endsOfDays, extendLots, moveExpiry } from './extend-lots.ts'
export { freezeLots } from './freeze-lots.ts'
export { mint } from './mint.ts'
export {
  datesChangedKey,
  datesCostKey,
  extensionKey,
  hasOperation,
  keyOfSwapGoodwill,
  rentalKey,
  swapGoodwillKey,
} from './operation.ts'
export { type RefundAhead, refundAhead } from './refund-ahead.ts'
export { restore, restoreDifference, restorePart } from './restore.ts'
export { recordOwedCredits, revokeLots } from './revoke-lots.ts'
export { type SpendProblem, spend, whyNotSpend } from './spend.ts'
export { creditsBalance, lockingWallet, lockWallet } from './wallet.ts'
