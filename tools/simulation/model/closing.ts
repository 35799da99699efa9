import type { PersonId } from '#db/ids.ts'
import { isLive } from './calendar.ts'
import { sumOf } from './earnings.ts'
import { endConversationsOf } from './messages.ts'
import { isUndecided } from './return-requests.ts'
import { count, type Model } from './state.ts'
import { retire } from './waitlist.ts'

/** Why a closet cannot delete its account now, or 'done'. */
export function whyNotClose(model: Model, owner: PersonId): string {
  const rentals = model.rentals.filter(({ item }) => item.lister === owner)
  if (rentals.some(isLive)) return 'rental-open'
  if (rentals.some(({ withheld, finalAt }) => withheld > 0 && finalAt === null))
    return 'appeal-open'
  if (rentals.some(isUndecided)) return 'return-request-open'
  const { earnings, transfers } = model.payouts
  if (transfers.some((one) => one.owner === owner && one.status === 'pending'))
    return 'payout-under-way'
  const owed = sumOf(earnings.filter((one) => one.owner === owner && one.transfer === null))
  if (owed === 0) return 'done'
  return owed > 0 ? 'earnings-owed' : 'earnings-negative'
}

export function hasFinalTransfer({ payouts }: Model, owner: PersonId): boolean {
  return payouts.transfers.some(
    (one) => one.owner === owner && one.isFinal && one.status === 'made',
  )
}

/** The owner deletes the account: its items can no longer be rented or waited for. */
export function close(model: Model, owner: PersonId): string {
  const answer = whyNotClose(model, owner)
  if (answer !== 'done') return answer
  if (hasFinalTransfer(model, owner)) count(model, 'account closed after a final transfer')
  model.left.add(owner)
  endConversationsOf(model, owner)
  for (const item of model.items) if (item.lister === owner) retire(model, item)
  return answer
}
