import type Stripe from 'stripe'
import { requireAvailable } from '#sandbox/balance/balances.ts'
import { recordMovement } from '#sandbox/balance/movements.ts'
import { badRequest, noSuch } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import { idOf } from '#sandbox/core/references.ts'
import { find, insert, needLocked, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { schedulePayout } from './payout-schedule.ts'

type NewTransfer = {
  amount: number
  currency: string
  destination: string
  description?: string
  metadata: Record<string, string>
  transfer_group?: string
}

/** Moves available money of the platform to a connected account, where it is available at once. */
export async function createTransfer(work: Work, given: NewTransfer): Promise<Stripe.Transfer> {
  const account = await find(work, 'account', given.destination)
  if (!account || account.deleted) throw noSuch('destination', given.destination, 'destination')
  if (account.body.capabilities?.transfers !== 'active') {
    throw badRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'insufficient_capabilities_for_transfer',
    )
  }
  await requireAvailable(work, null, given.amount, given.currency)
  const id = newId('tr')
  const movement = await recordMovement(work, {
    type: 'transfer',
    amount: -given.amount,
    currency: given.currency,
    source: id,
    description: given.description,
  })
  const transfer: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount: given.amount,
    amount_reversed: 0,
    balance_transaction: movement.id,
    created: work.now,
    currency: given.currency,
    description: given.description ?? null,
    destination: given.destination,
    livemode: false,
    metadata: given.metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: given.transfer_group ?? null,
  }
  await insert(work, 'transfer', transfer)
  await emit(work, 'transfer.created', transfer)
  await schedulePayout(work, given.destination)
  return transfer
}

/** Takes back a transfer, or part of it, from what is available in the connected account. */
export async function reverseTransfer(
  work: Work,
  id: string,
  given: { amount?: number; metadata: Record<string, string> },
): Promise<Stripe.TransferReversal> {
  const { body: before } = await needLocked(work, 'transfer', id)
  const left = before.amount - before.amount_reversed
  const amount = given.amount ?? left
  if (left === 0) {
    throw badRequest(`Transfer ${id} has already been fully reversed.`, 'transfer_already_reversed')
  }
  if (amount > left) {
    throw badRequest(
      `Reversal amount (${amount}) is greater than the unreversed amount of the transfer (${left}).`,
      undefined,
      'amount',
    )
  }
  await requireAvailable(work, idOf(before.destination), amount, before.currency)
  const reversalId = newId('trr')
  const movement = await recordMovement(work, {
    type: 'transfer_refund',
    amount,
    currency: before.currency,
    source: reversalId,
  })
  const reversal: Stripe.TransferReversal = {
    id: reversalId,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement.id,
    created: work.now,
    currency: before.currency,
    destination_payment_refund: null,
    metadata: given.metadata,
    source_refund: null,
    transfer: id,
  }
  await insert(work, 'transfer_reversal', reversal, { parent: id })
  const after = await save(work, 'transfer', {
    ...before,
    amount_reversed: before.amount_reversed + amount,
    reversed: amount === left,
    reversals: { ...before.reversals, data: [reversal, ...before.reversals.data].slice(0, 10) },
  })
  await emit(work, 'transfer.reversed', after)
  return reversal
}
