import type Stripe from 'stripe'
import { readBalance, requireAvailable } from '#sandbox/balance/balances.ts'
import { recordMovement } from '#sandbox/balance/movements.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { find, insert, needLocked, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { needAccount, needLockedAccount, updateAccount } from './accounts.ts'
import { bankAccounts, withoutBankAccount } from './onboarding-outcomes.ts'
import { type NewPayout, payoutShape } from './payout-shapes.ts'

/** Sends available money of the work's account, or of the platform, to its bank. */
export async function createPayout(work: Work, given: NewPayout): Promise<Stripe.Payout> {
  const { account } = work
  if (account !== null && !(await needAccount(work, account)).body.payouts_enabled) {
    throw badRequest(
      'Payouts are not enabled for this account. Complete its requirements first.',
      'payouts_not_allowed',
    )
  }
  await requireAvailable(work, account, given.amount, given.currency)
  const made = payoutShape(work.now, given)
  // What leaves a connected account is on the balance of that account.
  const movement =
    account === null
      ? await recordMovement(work, {
          type: 'payout',
          amount: -made.amount,
          currency: made.currency,
          source: made.id,
          description: made.description,
        })
      : null
  const moved = { ...made, balance_transaction: movement?.id ?? null }
  const payout = await insert(work, 'payout', moved, {
    parent: account ?? undefined,
    kept: { account },
  })
  await emit(work, 'payout.created', payout)
  await setTimer(work, 'arrive_payout', payout.id, payout.arrival_date)
  return payout
}

/** Pays out everything that is available in an account, as its schedule says. */
export async function payOutAccount(work: Work, account: string): Promise<void> {
  const stored = await find(work, 'account', account)
  if (!stored || stored.deleted || !stored.body.payouts_enabled) return
  for (const { currency, available: amount } of await readBalance(work, account)) {
    if (amount <= 0) continue
    const given = { amount, currency, automatic: true, metadata: {} }
    await createPayout({ ...work, account }, given)
  }
}

/** The bank accepts a payout, or returns it if the account number is the one that fails. */
export async function arrivePayout(plain: Work, id: string): Promise<void> {
  const { body, kept } = await needLocked(plain, 'payout', id)
  const work = { ...plain, account: kept.account }
  const owner = kept.account === null ? undefined : await find(work, 'account', kept.account)
  const returned = owner?.kept.bankAccount === bankAccounts.fails
  const payout = await save(work, 'payout', {
    ...body,
    status: returned ? 'failed' : 'paid',
    reconciliation_status: body.automatic ? 'completed' : body.reconciliation_status,
    ...(returned && {
      failure_code: 'no_account',
      failure_message: 'The bank account could not be located.',
    }),
  })
  await emit(work, returned ? 'payout.failed' : 'payout.paid', payout)
  if (!returned || !owner || owner.deleted) return
  const { body: account } = await needLockedAccount(work, owner.body.id)
  await updateAccount(work, account, withoutBankAccount(account))
}
