import type { ProductType } from '#db/enums.ts'
import type { StatementLine } from '#domain/money/credits/statement.ts'
import type { DepositLine } from '#domain/money/deposits/deposit-lines.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** What an operation did, in words. */
export function statementWords(line: StatementLine): string {
  const words = wordsFor(line)
  return (line.kind === 'cancellation' || line.kind === 'return_request') && line.held > 0
    ? `${words} (on hold while a payment is disputed)`
    : words
}

function wordsFor({
  kind,
  amount,
  item,
  isExtension,
  isDateChange,
  isForLateReturn,
  product,
  giver,
}: StatementLine): string {
  const what = item?.title ?? 'an item'
  switch (kind) {
    case 'purchase':
      return bought(product, amount)
    case 'gift_claim':
      return giver ? isolated(`Gift from ${giver}`) : 'Gift claimed'
    case 'rental':
      if (isDateChange) return `Dates changed: ${what}`
      return isExtension ? `Kept longer: ${what}` : `Rental: ${what}`
    case 'cancellation':
      return isDateChange ? `Dates changed: ${what}` : `Refund: ${what}`
    case 'return_request':
      return `Return accepted: ${what}`
    case 'goodwill':
      if (!item) return 'Restored: a payment refund failed'
      if (isForLateReturn) return `Late return credit: ${what}`
      return `Paid by Hemline: ${what}`
    default:
      return OTHERS[kind]
  }
}

const OTHERS = {
  subscription: 'Monthly credits',
  grant: 'Bonus credits',
  expiry: 'Expired',
  revocation: 'Removed: payment refunded',
  hold: 'On hold: payment disputed',
  release: 'No longer on hold: dispute resolved',
} as const

/** What happened to the deposit, in words. */
export function depositWords({ kind, cents, title }: DepositLine): string {
  return kind === 'withheld'
    ? `Kept from your deposit: ${title ?? 'an item'}, ${dollars(cents)}`
    : DEPOSIT_WORDS[kind]
}

const DEPOSIT_WORDS = {
  deposit: 'Refundable deposit',
  'top-up': 'Added to your deposit',
  refund: 'Deposit refunded',
  'refund-pending': 'Deposit being refunded',
  dispute: 'Deposit returned by your bank: payment disputed',
} satisfies Record<Exclude<DepositLine['kind'], 'withheld'>, string>

/** The money of a line about the deposit, in cents, negative when it came back; null for none. */
export function depositPaid({ kind, cents }: DepositLine): number | null {
  return kind === 'withheld' ? null : cents
}

function bought(product: ProductType | null, amount: number): string {
  return product === 'gift' ? '50/50 deal, your half' : `${showNumber(amount)} credits`
}

/** The change of the balance by a line: credits on hold cannot be spent. */
export function changeOf({ amount, held }: StatementLine): number {
  return amount - held
}
