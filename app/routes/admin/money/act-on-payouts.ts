import { href } from 'react-router'
import { FORM_INCOMPLETE } from '#app/components/admin/admin-sentences.ts'
import { NO_CONNECT } from '#app/components/admin/money/payout-words.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import {
  acceptForm,
  correctionForm,
  NOTE_TOO_LONG,
  NOTICE_TOO_SHORT,
  rateForm,
  WRONG_AMOUNT,
  WRONG_RATE,
} from '#app/forms/payout-forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, redirectWithError, success } from '#app/request/flash.ts'
import type { PersonId, TransferDifferenceId, TransferId } from '#db/ids.ts'
import { nameOf, nameOfDifference, nameOfTransfer } from '#domain/admin/lists/names-of.ts'
import {
  type CorrectionProblem,
  correctEarnings,
} from '#domain/money/payouts/earned/correct-earnings.ts'
import { type RateRefusal, setPayoutRate } from '#domain/money/payouts/payout-rate.ts'
import { type RetryRefusal, retryTransfer } from '#domain/money/payouts/transfers/retry-transfer.ts'
import {
  acceptDifference,
  type DifferenceRefusal,
} from '#domain/money/payouts/transfers/transfer-differences.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'

export async function actOnPayouts(context: Context, request: Request) {
  const form = await readForm(request)
  switch (form.get('intent')) {
    case 'rate':
      return announceRate(context, request, form)
    case 'correct':
      return correct(context, request, form)
    case 'accept':
      return accept(context, request, form)
    case 'retry':
      return retry(context, request, form)
    default:
      return redirectWithError(href('/admin/payouts'), FAILED)
  }
}

const FAILED = 'This could not be saved. Please try again.'

async function announceRate(context: Context, request: Request, form: FormData) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const read = checkForm(rateForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const at = { now: clock(), timeZone }
  const set = await attempt(context, request, () => setPayoutRate(db, admin, read.value, at))
  const { cents, from } = read.value
  if (set.ok)
    return redirectBackWithToast(
      request,
      success(`Closets earn ${cents}¢ per credit from ${showDate(from)}. They will get an email.`),
    )
  if (set.problem.reason === 'unexpected') return answerProblem(problem(FAILED, { form }), 500)
  return answerProblem(RATE_PROBLEMS[set.problem.reason](form))
}

const RATE_PROBLEMS = {
  'out-of-bounds': (form) => problem('', { fields: { cents: WRONG_RATE }, form }),
  'too-soon': (form) => problem('', { fields: { from: NOTICE_TOO_SHORT }, form }),
} satisfies Record<RateRefusal['reason'], (form: FormData) => ReturnType<typeof problem>>

async function correct(context: Context, request: Request, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const ownerId = parseId<PersonId>(form.get('closet'))
  if (!ownerId) return redirectBackWithToast(request, failure(NO_CLOSET))
  const read = checkForm(correctionForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { amount: cents, note, key } = read.value
  if (!key) return answerProblem(problem(FORM_INCOMPLETE, { form }))
  const correction = { ownerId, cents, note, requestKey: key }
  const done = await attempt(context, request, () =>
    correctEarnings(db, admin, correction, clock()),
  )
  if (done.ok) {
    const name = await nameOf(db, admin, ownerId)
    const text = isolated(`The adjustment of ${dollars(cents)} for ${name} has been saved.`)
    return redirectBackWithToast(request, success(text))
  }
  const { reason } = done.problem
  if (reason === 'unexpected') return answerProblem(problem(FAILED, { form }), 500)
  if (reason === 'person-not-found') return redirectBackWithToast(request, failure(NO_CLOSET))
  return answerProblem(problem('', { fields: CORRECTION_PROBLEMS[reason], form }))
}

const NO_CLOSET = 'This closet was not found.'

const CORRECTION_PROBLEMS = {
  'amount-invalid': { amount: WRONG_AMOUNT },
  'note-missing': { note: 'Please give a reason.' },
  'note-too-long': { note: NOTE_TOO_LONG },
} satisfies Record<Exclude<CorrectionProblem['reason'], 'person-not-found'>, Record<string, string>>

async function accept(context: Context, request: Request, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const id = parseId<TransferDifferenceId>(form.get('difference'))
  if (!id) return redirectBackWithToast(request, failure(ACCEPT_PROBLEMS['difference-not-found']))
  const read = checkForm(acceptForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const done = await attempt(context, request, () =>
    acceptDifference(db, admin, { id, note: read.value.note }, clock()),
  )
  if (!done.ok) return redirectBackWithToast(request, failure(ACCEPT_PROBLEMS[done.problem.reason]))
  const name = await nameOfDifference(db, admin, id)
  const text = isolated(`The discrepancy${name ? ` of ${name}` : ''} is marked as explained.`)
  return redirectBackWithToast(request, success(text))
}

const ACCEPT_PROBLEMS = {
  'difference-not-found': 'This discrepancy no longer exists.',
  'note-missing': 'Please say what you found out.',
  unexpected: FAILED,
} satisfies Record<(DifferenceRefusal | Unexpected)['reason'], string>

async function retry(context: Context, request: Request, form: FormData) {
  const { db, clock, stripe, admin } = adminIn(context)
  const id = parseId<TransferId>(form.get('transfer'))
  if (!id) return redirectBackWithToast(request, failure(RETRY_PROBLEMS['transfer-not-found']))
  const done = await attempt(context, request, () => retryTransfer(db, admin, stripe, id, clock()))
  if (!done.ok) return redirectBackWithToast(request, failure(RETRY_PROBLEMS[done.problem.reason]))
  const text = isolated(
    `The transfer to ${await nameOfTransfer(db, admin, id)} is being tried again.`,
  )
  return redirectBackWithToast(request, success(text))
}

const RETRY_PROBLEMS = {
  'transfer-not-found': 'This transfer was not found.',
  'payouts-not-available': NO_CONNECT,
  'already-handled': 'This transfer has already been handled.',
  'account-not-ready':
    'Stripe does not accept transfers to this account yet. The closet has to complete its setup first.',
  'too-little': 'Less than $25.00 is payable to this closet now. It is paid with the next run.',
  'payouts-stopped': 'Payouts have stopped: please resolve the discrepancies first.',
  unexpected: 'This transfer could not be changed. Please try again.',
} satisfies Record<(RetryRefusal | Unexpected)['reason'], string>
