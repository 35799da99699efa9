import type { PersonId } from '#db/ids.ts'
import type { Deposit, Model, Order, ProviderRefund, PurchaseRefund, Refund } from './state.ts'

const DEPOSIT_CENTS = 5000

/** The minimum charge. */
const SMALLEST_PAYMENT = 50

function leftOf({ topUps, withheld, refunded, lost }: Deposit): number {
  const added = topUps.reduce((sum, { cents }) => sum + cents, 0)
  return DEPOSIT_CENTS + added - withheld - refunded - lost
}

/** What it holds for a rental that is made now. */
export function heldCents(deposit: Deposit): number {
  return Math.min(DEPOSIT_CENTS, leftOf(deposit))
}

function missing(deposit: Deposit): number {
  return DEPOSIT_CENTS - leftOf(deposit)
}

/** The top-up that makes a deposit usable again; 0 if none is needed or possible. */
export function topUpCents(deposit: Deposit): number {
  const mayTopUp = !deposit.frozen && !deposit.losses.some(({ cents }) => cents > 0)
  return mayTopUp && isBarred(deposit) ? missing(deposit) : 0
}

export function liveDeposit(model: Model, owner: PersonId): Deposit | undefined {
  return model.deposits.find((one) => one.owner === owner && !one.closed && !one.requested)
}

export function isBarred(deposit: Deposit): boolean {
  return deposit.frozen || missing(deposit) >= SMALLEST_PAYMENT
}

/** Whether it can secure a new rental. */
export function canSecureRental(deposit: Deposit): boolean {
  const { closed, requested, frozen, lost } = deposit
  return !closed && !requested && !frozen && (lost === 0 || missing(deposit) <= 0)
}

/** The number of live rentals and of rentals whose withheld amount can still be corrected. */
export function openRentals(model: Model, deposit: Deposit): number {
  return model.rentals.filter(
    (rental) =>
      rental.deposit === deposit &&
      ((rental.state !== 'completed' && rental.state !== 'cancelled') ||
        (rental.withheld > 0 && !rental.isReleased)),
  ).length
}

export function recordRefund(
  model: Model,
  order: Order,
  deposit: Deposit | null,
  cents: number,
  purchase: PurchaseRefund | null = null,
  isForAppeal = false,
): Refund {
  const refund: Refund = {
    order,
    deposit,
    cents,
    status: 'pending',
    requested: null,
    purchase,
    resolvedManually: false,
    retried: false,
    isForAppeal,
    isFromDashboard: false,
  }
  order.refunds.push(refund)
  model.refunds.push(refund)
  return refund
}

export function refundInFull(model: Model, deposit: Deposit): void {
  // One refund at a time: the rest follows when this one is completed.
  if (pendingCents(model, deposit) > 0) return
  deposit.requested = true
  refundFromPayments(model, deposit, leftOf(deposit))
}

/** Refunds the newest payments first, and those with a dispute that was not won last. */
function refundFromPayments(
  model: Model,
  deposit: Deposit,
  cents: number,
  isForAppeal = false,
): void {
  const isDisputed = ({ payment }: Order) =>
    model.disputes.some(({ of, status }) => of.payment === payment && status !== 'won') ? 1 : 0
  const paid = [deposit.order, ...deposit.topUps].sort(
    (a, b) =>
      isDisputed(a) - isDisputed(b) || (b.paidAt ?? 0) - (a.paidAt ?? 0) || (a.id < b.id ? 1 : -1),
  )
  let open = cents
  for (const order of paid) {
    const part = Math.min(open, leftOfPayment(model, deposit, order))
    if (part <= 0) continue
    open -= part
    recordRefund(model, order, deposit, part, null, isForAppeal)
  }
}

/** The part of a payment that neither refunds nor lost disputes have taken. */
function leftOfPayment(model: Model, deposit: Deposit, order: Order): number {
  const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
  const back = order.refunds.filter(({ status }) => status !== 'failed')
  const lost = model.disputes.filter(
    ({ of, status }) => of.payment === order.payment && status === 'lost',
  )
  const losses = deposit.losses.filter(({ refund }) => refund?.payment === order.payment)
  return (
    order.cents -
    sum(back.map(({ cents }) => cents)) -
    sum(lost.map(({ of }) => of.cents)) -
    sum(losses.map(({ cents }) => cents))
  )
}

/** Refunds the part of top-ups that is no longer needed, except what an admin must resolve. */
function refundSurplus(model: Model, deposit: Deposit): void {
  if (deposit.frozen || deposit.requested || pendingCents(model, deposit) > 0) return
  const failed = failedCents(model, deposit)
  const surplus = -missing(deposit)
  if (surplus > failed) refundFromPayments(model, deposit, surplus - failed)
}

/** The cents still owed of unresolved refunds. */
function failedCents(model: Model, deposit: Deposit): number {
  return model.refunds
    .filter((one) => one.deposit === deposit && one.status === 'failed' && !one.retried)
    .reduce((sum, one) => sum + Math.max(0, owedOfDeposit(model, deposit, one)), 0)
}

/** The cents of a failed refund that are still owed; zero or less if nothing is. */
export function owedOfDeposit(model: Model, deposit: Deposit, refund: Refund): number {
  const { order, cents, isFromDashboard } = refund
  const secured = deposit.requested || isFromDashboard ? 0 : DEPOSIT_CENTS
  const free = freeCents(model, deposit) - secured
  return Math.min(cents, free, leftOfPayment(model, deposit, order))
}

/**
 * An appeal returns cents of the withheld amount. If the rest of the deposit has already been
 * refunded, they are refunded separately; returns how many.
 */
export function returnWithheld(model: Model, deposit: Deposit, cents: number): number {
  const before = leftOf(deposit)
  const wasOver = deposit.closed || deposit.requested
  deposit.withheld -= cents
  deposit.closed = false
  deposit.requested = wasOver
  if (!wasOver) {
    resolveDeposit(model, deposit)
    return 0
  }
  coverLosses(model, deposit)
  const refundCents = Math.max(0, leftOf(deposit) - before)
  if (leftOf(deposit) === 0) deposit.closed = true
  else refundReturned(model, deposit, refundCents)
  return refundCents
}

/** Refunds what appeals have returned, less earlier refunds of it; one refund at a time. */
function refundReturned(model: Model, deposit: Deposit, more: number): void {
  if (deposit.frozen || pendingCents(model, deposit) > 0) return
  const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
  const returned = model.rentals.filter((one) => one.deposit === deposit)
  const recorded = model.refunds.filter((one) => one.deposit === deposit && one.isForAppeal)
  const owed =
    more +
    sum(returned.map(({ appeal }) => appeal?.refundCents ?? 0)) -
    sum(recorded.map(({ cents }) => cents))
  const cents = Math.min(owed, leftOf(deposit) - failedCents(model, deposit))
  if (cents > 0) refundFromPayments(model, deposit, cents, true)
}

/** Updates a deposit after an amount was taken or a rental has ended. */
export function resolveDeposit(model: Model, deposit: Deposit): void {
  if (deposit.closed) return
  coverLosses(model, deposit)
  refundSurplus(model, deposit)
  if (openRentals(model, deposit) > 0) return
  if (leftOf(deposit) === 0) deposit.closed = true
  else if (deposit.requested) refundReturned(model, deposit, 0)
  else if (missing(deposit) > 0 && !deposit.frozen) refundInFull(model, deposit)
}

/** Money that becomes available again covers earlier losses first. */
export function coverLosses(model: Model, deposit: Deposit): void {
  for (const loss of deposit.losses) {
    const cents = Math.min(loss.cents, freeCents(model, deposit))
    if (cents === 0) continue
    loss.cents -= cents
    if (loss.refund) countDashboardRefund(model, deposit, loss.refund, cents)
    else deposit.lost += cents
  }
}

/** Takes the cents of a dashboard refund from a deposit. */
export function countDashboardRefund(
  model: Model,
  deposit: Deposit,
  refund: ProviderRefund,
  cents: number,
): void {
  deposit.refunded += cents
  if (refund.ours) {
    refund.ours.cents += cents
    return
  }
  const ours = recordRefund(model, refund.payment.order ?? deposit.order, deposit, cents)
  ours.status = 'succeeded'
  ours.isFromDashboard = true
  ours.requested = refund
  refund.ours = ours
}

export function countRefund(model: Model, deposit: Deposit, cents: number): void {
  if (cents === 0) return
  deposit.refunded += cents
  if (cents < 0 && deposit.closed) {
    deposit.closed = false
    deposit.requested = true
  }
  resolveDeposit(model, deposit)
}

export function pendingCents(model: Model, deposit: Deposit): number {
  return model.refunds
    .filter((refund) => refund.deposit === deposit && refund.status === 'pending')
    .reduce((sum, refund) => sum + refund.cents, 0)
}

/** What is left and not being refunded. */
export function freeCents(model: Model, deposit: Deposit): number {
  return leftOf(deposit) - pendingCents(model, deposit)
}

export function loseDeposit(model: Model, deposit: Deposit, cents: number): void {
  const covered = Math.min(cents, freeCents(model, deposit))
  deposit.lost += covered
  resolveDeposit(model, deposit)
  deposit.losses.push({ cents: cents - covered, refund: null })
}

export function freezeDeposit(model: Model, deposit: Deposit, frozen: boolean): void {
  if (deposit.frozen === frozen) return
  const paid = [deposit.order, ...deposit.topUps].map(({ payment }) => payment)
  const open = model.disputes.filter(({ status }) => status === 'open')
  if (!frozen && open.some(({ of }) => paid.includes(of.payment))) return
  deposit.frozen = frozen
  if (!frozen) resolveDeposit(model, deposit)
}
