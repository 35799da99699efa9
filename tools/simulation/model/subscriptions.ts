import type { PersonId } from '#db/ids.ts'
import { mint } from './lots.ts'
import { endOfDay, monthsAfter } from './months.ts'
import type { Coverage, Model, Payment, Sub } from './state.ts'

const CREDITS_PER_MONTH = 30

export function isLiveStatus(status: Sub['status']): boolean {
  return status !== 'canceled'
}

/** The live subscription in our records. */
export function knownLive(model: Model, owner: PersonId): Sub | undefined {
  return model.subs.find(
    (sub) => sub.owner === owner && sub.known && isLiveStatus(sub.known.status),
  )
}

/** Updates our records with the current state of a subscription. */
export function syncSub(model: Model, sub: Sub, now: number): 'kept' | 'refused' {
  const { known } = sub
  if (known?.refused) return 'refused'
  const begins = isLiveStatus(sub.status) && !(known && isLiveStatus(known.status))
  const refused = begins && knownLive(model, sub.owner) !== undefined
  sub.known = {
    status: refused ? 'canceled' : sub.status,
    plan: sub.plan,
    cancelAt: sub.cancelAt,
    renewsAt: sub.periodEnd,
    pending: sub.pending,
    pendingFrom: sub.pending ? sub.periodEnd : null,
    refused,
    anchor: known?.anchor ?? null,
    nextGrantAt: known?.nextGrantAt ?? null,
    updatedAt: now,
    coverage: known?.coverage ?? [],
    granted: known?.granted ?? new Set(),
  }
  if (refused) return 'refused'
  cover(sub)
  grant(model, sub, now)
  return 'kept'
}

function cover(sub: Sub): void {
  if (!sub.known) return
  for (const { paidAt, payment, startsAt, endsAt } of sub.invoices) {
    if (paidAt === null || !payment) continue
    if (sub.known.coverage.some((one) => one.payment === payment)) continue
    sub.known.coverage.push({ startsAt, endsAt, paidAt, payment, frozen: false, revoked: false })
  }
  sub.known.anchor ??= sub.known.coverage[0]?.startsAt ?? null
}

/** Grants the credits of every paid month that has begun, exactly once. */
function grant(model: Model, sub: Sub, now: number): void {
  const { known } = sub
  if (known?.anchor == null) return
  const paying = known.coverage.filter(({ frozen, revoked }) => !frozen && !revoked)
  const end = Math.max(...paying.map(({ endsAt }) => endsAt))
  known.nextGrantAt = null
  for (let number = 0; monthsAfter(known.anchor, number) < end; number++) {
    const startsAt = monthsAfter(known.anchor, number)
    const paidBy = payerOf(paying, startsAt)
    if (!paidBy) continue
    if (startsAt > now) {
      known.nextGrantAt = startsAt
      return
    }
    if (known.granted.has(number)) continue
    known.granted.add(number)
    const lot = {
      owner: sub.owner,
      source: 'subscription' as const,
      expiresAt: endOfDay(monthsAfter(known.anchor, number + 2)),
      payment: paidBy.payment,
    }
    mint(model, lot, CREDITS_PER_MONTH)
  }
}

/** If two periods overlap, the later one pays. */
function payerOf(paying: readonly Coverage[], at: number): Coverage | undefined {
  return paying
    .filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
    .sort((a, b) => b.startsAt - a.startsAt)[0]
}

/** The job that grants the credits of months that have begun. */
export function grantDue(model: Model): void {
  for (const sub of model.subs)
    if (sub.known?.nextGrantAt != null && sub.known.nextGrantAt <= model.now)
      grant(model, sub, model.now)
}

export function holdCoverage(
  model: Model,
  payment: Payment,
  hold: 'freeze' | 'release' | 'revoke',
): void {
  for (const sub of model.subs) {
    const covered = sub.known?.coverage.find((one) => one.payment === payment)
    if (!covered || covered.revoked) continue
    if (hold === 'revoke') covered.revoked = true
    else covered.frozen = hold === 'freeze'
    grant(model, sub, model.now)
  }
}

/** Drops the last future months that a payment covers; returns how many. */
export function dropMonths(model: Model, payment: Payment, max: number): number {
  for (const sub of model.subs) {
    const { known } = sub
    const covered = known?.coverage.find((one) => one.payment === payment && !one.revoked)
    if (!covered || known?.anchor == null || max <= 0) continue
    const starts: number[] = []
    for (let number = 0; monthsAfter(known.anchor, number) < covered.endsAt; number++) {
      const start = monthsAfter(known.anchor, number)
      if (start > covered.startsAt && start > model.now) starts.push(start)
    }
    const dropped = starts.slice(-max)
    covered.endsAt = dropped[0] ?? covered.endsAt
    grant(model, sub, model.now)
    return dropped.length
  }
  return 0
}
