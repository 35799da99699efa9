import type { Deposit, Model, Order, Refund } from './state.ts'

const DEPOSIT_CENTS = 5000

function leftOf({ kept, refunded, lost }: Deposit): number {
  return DEPOSIT_CENTS - kept - refunded - lost
}

export function liveDeposit(model: Model, owner: string): Deposit | undefined {
  return model.deposits.find((one) => one.owner === owner && !one.closed && !one.requested)
}

export function isBarred({ frozen, lost, kept, refunded }: Deposit): boolean {
  return frozen || lost > 0 || kept > 0 || refunded > 0
}

export function openRentals(model: Model, deposit: Deposit): number {
  return model.rentals.filter(
    (rental) =>
      rental.deposit === deposit && rental.state !== 'completed' && rental.state !== 'cancelled',
  ).length
}

export function recordRefund(
  model: Model,
  order: Order,
  deposit: Deposit | null,
  cents: number,
): Refund {
  const refund: Refund = {
    order,
    deposit,
    cents,
    status: 'pending',
    asked: null,
    settledByHand: false,
    retried: false,
  }
  order.refunds.push(refund)
  model.refunds.push(refund)
  return refund
}

export function giveBack(model: Model, deposit: Deposit): void {
  // One refund at a time: when this one is through, the rest follows.
  if (pendingCents(model, deposit) > 0) return
  deposit.requested = true
  recordRefund(model, deposit.order, deposit, leftOf(deposit))
}

/** What follows once something was taken or a rental has ended. */
export function settleDeposit(model: Model, deposit: Deposit): void {
  if (deposit.closed || openRentals(model, deposit) > 0) return
  if (leftOf(deposit) === 0) deposit.closed = true
  else if (leftOf(deposit) < DEPOSIT_CENTS && !deposit.frozen && !deposit.requested)
    giveBack(model, deposit)
}

export function countRefund(model: Model, deposit: Deposit, cents: number): void {
  if (cents === 0) return
  deposit.refunded += cents
  if (cents < 0 && deposit.closed) {
    deposit.closed = false
    deposit.requested = true
  }
  settleDeposit(model, deposit)
}

export function pendingCents(model: Model, deposit: Deposit): number {
  return model.refunds
    .filter((refund) => refund.deposit === deposit && refund.status === 'pending')
    .reduce((sum, refund) => sum + refund.cents, 0)
}

/** What is left and not on its way back either. */
export function freeCents(model: Model, deposit: Deposit): number {
  return leftOf(deposit) - pendingCents(model, deposit)
}

export function loseDeposit(model: Model, deposit: Deposit): void {
  deposit.lost += freeCents(model, deposit)
  settleDeposit(model, deposit)
}

export function freezeDeposit(model: Model, deposit: Deposit, frozen: boolean): void {
  if (deposit.frozen === frozen) return
  deposit.frozen = frozen
  if (!frozen) settleDeposit(model, deposit)
}
