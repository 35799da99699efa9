import { data } from 'react-router'
import { correctionWords } from '#app/components/manage/correction-words.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { failure, redirectWithSuccess, redirectWithToast, success } from '#app/request/flash.ts'
import type { Db } from '#db/connection.ts'
import {
  type CorrectionProblem,
  correct,
  reduceWithheld,
} from '#domain/booking/rentals/changes/corrections.ts'
import { undoGoodReturn } from '#domain/booking/rentals/changes/good-return.ts'
import type { StepOn } from '#domain/booking/rentals/changes/take-step.ts'
import { isUndo } from '#domain/booking/rentals/stage/rental-stage.ts'
import { type Admin, asAdmin, type ClosetOwner } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { centsIn } from './posted-steps.ts'

export async function takePostedCorrection(
  db: Db,
  who: ClosetOwner | Admin,
  { returnTo, ...on }: StepOn & { readonly returnTo: string },
  form: FormData,
  now: Date,
) {
  const correction = form.get('correction')
  if (typeof correction !== 'string' || !isUndo(correction)) throw data(null, { status: 400 })
  const outcome = await correct(db, who, { ...on, correction }, now)
  if (!outcome.ok && outcome.problem.reason === 'rental-not-found')
    throw data(null, { status: 404 })
  const toast = outcome.ok
    ? success(correctionWords[correction].done)
    : failure(SENTENCES[outcome.problem.reason])
  return redirectWithToast(returnTo, toast)
}

/** Undoes an approval and the return that was recorded with it. */
export async function undoPostedReturn(
  db: Db,
  who: ClosetOwner | Admin,
  { returnTo, ...on }: StepOn & { readonly returnTo: string },
  now: Date,
) {
  const outcome = await undoGoodReturn(db, who, on, now)
  if (!outcome.ok && outcome.problem.reason === 'rental-not-found')
    throw data(null, { status: 404 })
  const toast = outcome.ok
    ? success(correctionWords['undo-return'].done)
    : failure(SENTENCES[outcome.problem.reason])
  return redirectWithToast(returnTo, toast)
}

export const correctionProblem = (reason: CorrectionProblem['reason']): string => SENTENCES[reason]

const SENTENCES = {
  'rental-not-found': '',
  'undo-too-late': 'This can no longer be undone. Please contact us if it was a mistake.',
  'own-rental': 'This is your own rental. Another admin or the closet has to undo it.',
  'item-not-free': 'This cannot be undone: the item has been rented again or is no longer listed.',
  'deposit-gone': 'This cannot be undone: the deposit has been refunded or is disputed.',
  appealed: 'This cannot be undone: the renter has appealed.',
  'return-requested': 'This cannot be undone: the renter has requested a return.',
  'credits-restored': 'This cannot be undone: the renter got credits back with the return.',
  'not-enough-credits': 'This cannot be undone: the renter has spent the credits.',
  'wallet-frozen': 'This cannot be undone: the renter’s credits are on hold.',
} as const satisfies Record<CorrectionProblem['reason'], string>

export async function reducePosted(
  db: Db,
  who: ClosetOwner | Admin,
  { returnTo, ...on }: StepOn & { readonly returnTo: string },
  form: FormData,
  now: Date,
) {
  const admin = asAdmin(who)
  if (!admin) throw data(null, { status: 404 })
  const cents = centsIn(String(form.get('reduce') ?? '').trim())
  const wrong = (sentence: string) =>
    answerProblem(problem('', { form, fields: { reduce: sentence } }))
  if (cents === null) return wrong('Please enter an amount in dollars, such as 12.34.')
  const outcome = await reduceWithheld(db, admin, { ...on, cents }, now)
  if (!outcome.ok) {
    const { problem: refusal } = outcome
    if (refusal.reason === 'amount-invalid')
      return wrong(`Please enter an amount from $0.00 to ${dollars(refusal.maxCents)}.`)
    if (refusal.reason === 'appealed')
      return wrong('The renter has appealed. Please decide the appeal instead.')
    if (refusal.reason === 'own-decision')
      return wrong('This is your own rental. Another admin has to reduce the amount.')
    return wrong('This amount is final: the rest of the deposit has been refunded or is disputed.')
  }
  const text =
    cents > 0 ? `${dollars(cents)} of the deposit is now kept.` : 'None of the deposit is kept.'
  return redirectWithSuccess(returnTo, text)
}
