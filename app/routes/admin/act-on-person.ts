import { href } from 'react-router'
import * as z from 'zod'
import { FORM_INCOMPLETE } from '#app/components/admin/admin-sentences.ts'
import { type PersonAct, personActs } from '#app/components/admin/people/person-acts.tsx'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { line, lines } from '#app/forms/text-fields.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminContext, adminIn, appContext, type Context } from '#app/request/contexts.ts'
import {
  failure,
  redirectWithError,
  redirectWithSuccess,
  redirectWithToast,
} from '#app/request/flash.ts'
import { resetAttempts } from '#app/request/limits.ts'
import { limitPasswordAttempts, unlessBusy } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { proofForm } from '#app/routes/account/sign-in/account-forms.ts'
import { notProvenFields } from '#app/routes/account/sign-in/sign-in-actions.ts'
import type { FreshId, OrderId, PersonId } from '#db/ids.ts'
import { blockPerson, signOutEverywhere, unblockPerson } from '#domain/accounts/people/block.ts'
import type { NotProven } from '#domain/accounts/sign-in/own-password.ts'
import {
  type ResetProblem,
  resetSecondFactor,
} from '#domain/accounts/sign-in/reset-second-factor.ts'
import { nameOf } from '#domain/admin/lists/names-of.ts'
import { refundPurchase } from '#domain/money/checkout/refunding/refund-purchase.ts'
import { giveCredits } from '#domain/money/credits/give-credits.ts'
import {
  GRANT_DAYS,
  MAX_CREDITS_A_GRANT,
  MAX_CREDITS_GRANTED,
} from '#domain/money/credits/grant-limits.ts'
import { returnDeposit } from '#domain/money/deposits/return-deposit.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { refused } from '#domain/shared/outcome.ts'

import { addPersonNote, deletePersonNote } from './act-on-notes.ts'

export const isAct = (value: unknown): value is PersonAct =>
  personActs.some((known) => known === value)

const reason = lines({ maxLength: 500, missing: 'Please give a reason.' })

const creditsUpTo = (max: number) =>
  line({ maxLength: 20, missing: 'Please enter a number of credits.' })
    .refine(
      (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max,
      `Please enter a whole number from 1 to ${showNumber(max)}.`,
    )
    .transform(Number)

const creditsForm = z.object({ credits: creditsUpTo(MAX_CREDITS_A_GRANT), reason })
// How many of a purchase can be refunded is for the domain to say.
const refundForm = z.object({ credits: creditsUpTo(9999), reason })
const reasonForm = z.object({ reason })

const MESSAGES = {
  give: (name) => `Credits added for ${name}, who will get an email.`,
  block: (name) => `${name} is blocked and signed out, and will get an email.`,
  unblock: (name) => `${name} is unblocked and will get an email.`,
  'sign-out': (name) => `${name} is signed out everywhere.`,
  'reset-second-factor': (name) =>
    `Two-step verification of ${name} was reset. They will get an email.`,
  'return-deposit': (name) => `The deposit of ${name} is being refunded.`,
  refund: (name) => `The refund to ${name} has started. They will get an email.`,
} as const satisfies Record<PersonAct, (name: string) => string>

async function redirectWithName(
  context: Context,
  here: string,
  personId: PersonId,
  act: PersonAct,
) {
  const { db, admin } = adminIn(context)
  const name = (await nameOf(db, admin, personId)) ?? ''
  return redirectWithSuccess(here, isolated(MESSAGES[act](name)))
}

const REFUSED = {
  'person-not-found': 'This user was not found.',
  'not-a-customer': 'Only regular users can be blocked here. Change the account type first.',
  'nothing-to-do': 'This has already been done.',
  'purchase-not-found': 'This payment was not found.',
  'amount-changed':
    'Nothing was refunded: the unspent credits have changed, or this is being refunded already.',
  'own-account': 'Change your own two-step verification on your profile.',
  'no-deposit': 'There is no deposit to refund.',
  'rentals-open': 'This deposit covers open rentals. It can be refunded once they are completed.',
  'deposit-disputed': 'This deposit is disputed, so it cannot be refunded.',
  'already-requested': 'This deposit is already being refunded.',
  'refund-under-way':
    'A refund of this deposit is on its way. Please try again once it has arrived.',
  unexpected: 'This could not be done. Please try again.',
} as const

const tooMany = (left: number) =>
  `Admins can give ${showNumber(MAX_CREDITS_GRANTED)} credits in ${GRANT_DAYS} days; ${showNumber(left)} ${
    left === 1 ? 'is' : 'are'
  } left.`

const notSoMany = (ownCredits: number) =>
  ownCredits === 0
    ? 'The gift code can only be refunded as a whole.'
    : `Please enter at most ${showNumber(ownCredits)}, or all credits.`

export async function actOnPerson(context: Context, request: Request, personId: PersonId) {
  const { db, clock, originOf, admin } = adminIn(context)
  const form = await readForm(request)
  const here = href('/admin/users/:id', { id: personId })
  const intent = form.get('intent')
  if (intent === 'add-note') return addPersonNote(context, request, personId, form)
  if (intent === 'delete-note') return deletePersonNote(context, request, personId, form)
  if (!isAct(intent))
    return redirectWithToast(
      here,
      failure('This action is not available. Please reload the page and try again.'),
    )
  if (intent === 'reset-second-factor') return reset(context, request, personId, form)
  const whom = { personId, origin: originOf(request) }
  const now = clock()
  const act = async () => {
    switch (intent) {
      case 'give': {
        const read = checkForm(creditsForm, form)
        if (!read.ok) return read.problem
        const key = parseId<FreshId>(form.get('key'))
        if (!key) return problem(FORM_INCOMPLETE, { form })
        const given = await giveCredits(db, admin, { ...whom, ...read.value, key }, now)
        if (given.ok) return given
        if (given.problem.reason !== 'too-many-granted') return refused(given.problem)
        return problem('', { fields: { credits: tooMany(given.problem.left) }, form })
      }
      case 'block': {
        const read = checkForm(reasonForm, form)
        if (!read.ok) return read.problem
        return blockPerson(db, admin, { ...whom, reason: read.value.reason }, now)
      }
      case 'refund': {
        const read = checkForm(refundForm, form)
        if (!read.ok) return read.problem
        const orderId = parseId<OrderId>(form.get('order'))
        const cents = Number(form.get('cents'))
        if (!orderId || !Number.isSafeInteger(cents)) return problem(FORM_INCOMPLETE, { form })
        const what = { personId, orderId, cents, ...read.value }
        const refund = await refundPurchase(db, admin, what, now)
        if (refund.ok) return refund
        if (refund.problem.reason !== 'not-so-many') return refused(refund.problem)
        return problem('', { fields: { credits: notSoMany(refund.problem.ownCredits) }, form })
      }
      case 'unblock':
        return unblockPerson(db, admin, whom, now)
      case 'sign-out':
        return signOutEverywhere(db, admin, personId, now)
      case 'return-deposit':
        return returnDeposit(db, admin, personId, now)
    }
  }
  const outcome = await attempt(context, request, act)
  if (outcome.ok) return await redirectWithName(context, here, personId, intent)
  if ('fields' in outcome) return answerProblem(outcome)
  return redirectWithError(here, REFUSED[outcome.problem.reason])
}

/**
 * Removing the second factor leaves only the password, so the admin first confirms their identity.
 */
async function reset(context: Context, request: Request, personId: PersonId, form: FormData) {
  const app = context.get(appContext)
  const admin = context.get(adminContext)
  const here = href('/admin/users/:id', { id: personId })
  const read = checkForm(proofForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const guessing = await limitPasswordAttempts(app, admin, form)
  if (guessing) return guessing
  const input = { ...read.value, personId, origin: app.originOf(request) }
  return unlessBusy(form, async () => {
    const result = await resetSecondFactor(app.db, app.auth, admin, input, app.clock())
    if (!result.ok) {
      const { reason } = result.problem
      return isNotProven(reason)
        ? answerProblem(problem('', { fields: notProvenFields(reason), form }))
        : redirectWithError(here, REFUSED[reason])
    }
    await resetAttempts(app, 'own password', admin.id)
    noteSecurity(context, request, 'second-factor-changed', { detail: 'reset by an admin' })
    return await redirectWithName(context, here, personId, 'reset-second-factor')
  })
}

function isNotProven(reason: ResetProblem['reason']): reason is NotProven['reason'] {
  return !(reason in REFUSED)
}
