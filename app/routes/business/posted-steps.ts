import type { Db } from '#db/connection.ts'
import type { Decision } from '#domain/rentals/last-decision.ts'
import { approveCondition, keepDeposit } from '#domain/rentals/rental-review.ts'
import {
  accept,
  deliver,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/rentals/rental-steps.ts'
import { cancelRental } from '#domain/rentals/rentals.ts'
import type { StepOn } from '#domain/rentals/take-step.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'

const DONE = {
  accept: 'Accepted. The renter has been told.',
  cancel: 'Cancelled. The renter has been told and has the credits back.',
  deliver: 'Marked as delivered.',
  fail: 'Marked as failed. The renter has everything back.',
  late: 'Marked as late. The renter has been told.',
  return: 'Marked as returned. Now review its condition.',
  approve: 'Condition approved. The item can be rented again.',
  keep: 'The deposit has been kept, and the item can be rented again.',
} as const

export type PostedStep = keyof typeof DONE

export function isStep(intent: unknown): intent is PostedStep {
  return typeof intent === 'string' && Object.hasOwn(DONE, intent)
}

export type StepAnswer =
  | { readonly kind: 'done'; readonly sentence: string }
  | { readonly kind: 'not-found' }
  /** Too late or too early: nothing typed can change it. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | {
      readonly kind: 'correct'
      readonly problem?: string
      readonly fields: Readonly<Record<string, string>>
    }

/** Takes one step as the form says, and puts what came of it into a sentence. */
export async function takePostedStep(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn,
  intent: PostedStep,
  form: FormData,
  now: Date,
): Promise<StepAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const tooLong = ['note', 'notes'].find((name) => [...text(name)].length > 2000)
  if (tooLong)
    return { kind: 'correct', fields: { [tooLong]: 'Please keep this to 2,000 characters.' } }
  const imageIds = text('photos')
    .split(',')
    .flatMap((id) => parseId(id) ?? [])
  const words = { ...on, note: text('note'), imageIds }
  const review = { ...on, notes: text('notes') }
  switch (intent) {
    case 'accept':
      return answer(intent, await accept(db, who, on, now))
    case 'cancel':
      return answer(intent, await cancelRental(db, who, on, now))
    case 'deliver':
      return answer(intent, await deliver(db, who, words, now))
    case 'fail':
      return answer(intent, await failDelivery(db, who, words, now))
    case 'late':
      return answer(intent, await markLate(db, who, on, now))
    case 'return':
      return answer(intent, await recordReturn(db, who, words, now))
    case 'approve':
      return answer(intent, await approveCondition(db, who, review, now))
    case 'keep': {
      const cents = centsIn(text('keep'))
      if (cents === null)
        return {
          kind: 'correct',
          fields: { keep: 'Please enter an amount in dollars, such as 12.34.' },
        }
      return answer(intent, await keepDeposit(db, who, { ...review, cents }, now))
    }
  }
}

/** 1234 for '12.34'; null for anything that is no amount of dollars and cents. */
function centsIn(typed: string): number | null {
  const [, whole, cents = ''] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

type AnyProblem =
  | { readonly reason: 'rental-not-found' }
  | { readonly reason: 'too-late' }
  | { readonly reason: 'not-yet' }
  | { readonly reason: 'already-decided'; readonly decided: Decision }
  | { readonly reason: 'image-unknown' }
  | { readonly reason: 'amount-invalid'; readonly mostCents: number }
  | { readonly reason: 'more-than-is-left'; readonly leftCents: number }

function answer(intent: PostedStep, outcome: Outcome<unknown, AnyProblem>): StepAnswer {
  if (outcome.ok) return { kind: 'done', sentence: DONE[intent] }
  const { problem } = outcome
  switch (problem.reason) {
    case 'rental-not-found':
      return { kind: 'not-found' }
    case 'too-late':
      return { kind: 'refused', sentence: 'it has been delivered already.' }
    case 'not-yet':
      return { kind: 'refused', sentence: 'the step before it is missing.' }
    case 'already-decided':
      return { kind: 'refused', sentence: decidedWords(problem.decided) }
    case 'image-unknown':
      return { kind: 'correct', fields: { photos: 'Please add your photos again.' } }
    case 'amount-invalid':
      return { kind: 'correct', fields: { keep: amountSentence(problem.mostCents) } }
    case 'more-than-is-left':
      return { kind: 'correct', fields: { keep: amountSentence(problem.leftCents) } }
  }
}

function amountSentence(mostCents: number): string {
  return mostCents > 0
    ? `Please enter an amount from $0.01 to ${dollars(mostCents)}.`
    : 'Nothing is left of this deposit.'
}

const DECIDED = {
  accepted: 'accepted it',
  cancelled: 'cancelled it',
  'delivery-failed': 'marked its delivery as failed',
  'never-delivered': 'cancelled it, because it was never delivered',
  delivered: 'marked it as delivered',
  late: 'marked it as late',
  returned: 'marked it as returned',
  approved: 'approved its condition',
  'deposit-kept': 'kept',
} as const satisfies Record<Decision['what'], string>

function decidedWords({ what, by, keptCents }: Decision): string {
  const did = what === 'deposit-kept' ? `kept ${dollars(keptCents)} of the deposit` : DECIDED[what]
  return `${by ?? 'Hemline'} already ${did}.`
}
