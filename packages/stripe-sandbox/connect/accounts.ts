import type Stripe from 'stripe'
import { changedFrom } from '#sandbox/core/changes.ts'
import { StripeProblem } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import type { KeptOf } from '#sandbox/core/objects.ts'
import { find, insert, markDeleted, needLocked, type Stored, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { accountShape, type NewAccount } from './account-shapes.ts'
import { outcomeOf, withOutcome } from './onboarding-outcomes.ts'
import { schedulePayout } from './payout-schedule.ts'

type Account = Stripe.Account

export async function createAccount(work: Work, given: NewAccount): Promise<Account> {
  const kept = { link: null, login: null, bankAccount: null }
  return insert(work, 'account', accountShape(work.now, given), { kept })
}

/** The connected account; an unknown or disconnected one is refused as Stripe does. */
export async function needAccount(work: Work, id: string): Promise<Stored<'account'>> {
  const stored = await find(work, 'account', id)
  if (!stored || stored.deleted) throw noAccess(id)
  return stored
}

/** Like `needAccount`, but locked. */
export async function needLockedAccount(work: Work, id: string): Promise<Stored<'account'>> {
  await needAccount(work, id)
  return needLocked(work, 'account', id)
}

/** The same work on the objects of a connected account. */
export async function actingFor(work: Work, id: string): Promise<Work> {
  await needAccount(work, id)
  return { ...work, account: id }
}

/** Saves an account and reports what changed. */
export async function updateAccount(
  work: Work,
  before: Account,
  after: Account,
  kept?: KeptOf<'account'>,
): Promise<Account> {
  await save(work, 'account', after, kept)
  const previous = changedFrom(before, after)
  if (Object.keys(previous).length > 0)
    await emit({ ...work, account: after.id }, 'account.updated', after, previous)
  return after
}

/**
 * Submits the form of an onboarding link: the name decides whether the account is verified. False
 * when the link has been used or replaced in the meantime.
 */
export async function submitDetails(
  work: Work,
  id: string,
  token: string,
  typed: { name: string; bankAccount: string },
): Promise<boolean> {
  const { body: before, kept } = await needLockedAccount(work, id)
  if (kept.link?.token !== token || kept.link.used) return false
  const after = withOutcome(before, outcomeOf(typed.name))
  const account = await updateAccount(work, before, after, {
    ...kept,
    link: { ...kept.link, used: true },
    bankAccount: typed.bankAccount,
  })
  if (account.payouts_enabled) await schedulePayout(work, id)
  return true
}

/** The account leaves the platform, which can no longer read it or send money to it. */
export async function disconnectAccount(work: Work, id: string, platform: string): Promise<void> {
  await needLockedAccount(work, id)
  await markDeleted(work, id)
  const application = { id: 'ca_sandbox', object: 'application', name: platform }
  await emit({ ...work, account: id }, 'account.application.deauthorized', application)
}

function noAccess(id: string): StripeProblem {
  return new StripeProblem(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  })
}
