import * as z from 'zod'
import { MAX_HANDOVER_PHOTOS } from '#app/components/rental/handover-photos.ts'
import { line, lines } from '#app/forms/text-fields.ts'
import type { Db, Tx } from '#db/connection.ts'
import { carriers, handoverMethods } from '#db/enums.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import type { StepOn } from '#domain/booking/rentals/changes/take-step.ts'
import {
  type AnswerProblem,
  acceptDates,
  keepDates,
} from '#domain/booking/rentals/dates/answer-dates.ts'
import { findRentalRecord } from '#domain/booking/rentals/records/rental-records.ts'
import {
  MAX_NOTE_CHARACTERS,
  MAX_TRACKING_CHARACTERS,
} from '#domain/booking/rentals/stage/handover-limits.ts'
import type { HandoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { asId, parseId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type Call, closets, photoEndpoint, postEndpoint } from './endpoint.ts'
import { type ApiProblem, consentDue } from './problem-kinds.ts'
import { rental, rentalOf } from './rentals.ts'
import { body, cents, id, nothing } from './schema.ts'
import { confirmed, storePhoto, upload } from './uploads.ts'

const note = lines({ maxLength: MAX_NOTE_CHARACTERS }).optional()
const photoIds = z
  .array(id)
  .max(MAX_HANDOVER_PHOTOS)
  .optional()
  .describe('Photos of its condition, sent to `/rentals/{id}/photos` before.')

const delivery = body('Delivery', {
  handover_method: z.enum(handoverMethods).optional().describe('The handover method.'),
  carrier: z.enum(carriers).optional(),
  tracking_number: line({ maxLength: MAX_TRACKING_CHARACTERS }).optional(),
  note,
  photo_ids: photoIds,
})

const returned = body('Return', { note, photo_ids: photoIds })

const review = body('Review', {
  condition_status: z.enum(['approved', 'deposit_kept']).meta({
    description: '`deposit_kept` keeps a part of the deposit for damage.',
    // The value that the other fields belong to.
    examples: ['deposit_kept'],
  }),
  keep_cents: cents.min(1).optional().describe('Needed to keep a part of the deposit.'),
  notes: lines({ maxLength: MAX_NOTE_CHARACTERS })
    .optional()
    .describe(
      'On its condition; the renter gets them by email. Needed to keep a part of the deposit, as the reason.',
    ),
  photo_ids: photoIds,
})

const proposal = body('ProposedDatesAnswer', {
  proposal_id: id.describe('That of the rental, as you have read it.'),
})

type StepCall = Call<ClosetOwner, unknown>

/** The rental that a step is about; null for an address without one. */
function stepOn({ id: given, origin, today }: StepCall): (StepOn & { today: typeof today }) | null {
  const rentalId = parseId<RentalId>(given)
  return rentalId && { rentalId, origin, today }
}

const imageIdsIn = (ids: readonly string[] = []) => ids.map((one) => asId<ImageId>(one))

/** Its rental as it is now. */
async function answered(call: StepCall, _: unknown, tx: Tx) {
  const { who, id: given, today } = call
  const rentalId = asId<RentalId>(given)
  const found = await findRentalRecord(tx, { as: 'owner', who }, rentalId, today)
  if (!found) throw new Error(`the rental ${rentalId} is gone`)
  return rentalOf(call, found)
}

type StepProblem =
  | {
      readonly reason:
        | 'rental-not-found'
        | 'not-yet'
        | 'image-unknown'
        | 'reason-missing'
        | 'consent-due'
        | 'answer-over'
    }
  /** Only for admins, who have no API tokens. */
  | { readonly reason: 'own-rental' }
  | { readonly reason: 'already-decided'; readonly decided: { readonly what: string } }
  | { readonly reason: 'still-out'; readonly title: string }
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | { readonly reason: 'more-than-is-left'; readonly leftCents: number }

/** The outcome of a command, with its problem as one of the API's. */
function toApi<Value>(
  { origin }: StepCall,
  outcome: Outcome<Value, StepProblem>,
): Outcome<Value, ApiProblem> {
  return outcome.ok ? outcome : refused(problemOf(outcome.problem, origin))
}

function problemOf(problem: StepProblem, origin: string): ApiProblem {
  switch (problem.reason) {
    case 'consent-due':
      return consentDue(origin)
    case 'rental-not-found':
    case 'own-rental':
      return { reason: 'not-found' }
    case 'not-yet':
      return { reason: 'not-yet', detail: 'The previous step has to be completed first.' }
    case 'answer-over':
      return { reason: 'answer-over', detail: 'We cancel requests that are not answered in time.' }
    case 'already-decided':
      return { reason: 'already-decided', detail: `The last decision is ${problem.decided.what}.` }
    case 'still-out':
      return {
        reason: 'still-out',
        detail: `${problem.title} is still with another renter. Please record its return first.`,
      }
    case 'image-unknown':
      return { reason: 'invalid', errors: { photo_ids: UNKNOWN_PHOTO } }
    case 'reason-missing':
      return { reason: 'invalid', errors: { notes: NO_REASON } }
    case 'amount-invalid':
      return { reason: 'invalid', errors: { keep_cents: amountSentence(problem.maxCents) } }
    case 'more-than-is-left':
      return { reason: 'invalid', errors: { keep_cents: amountSentence(problem.leftCents) } }
  }
}

/** Answers the dates that the renter would like instead, as the closet has read them. */
function answering(act: typeof acceptDates) {
  return async (call: StepCall & { readonly body: z.output<typeof proposal> }, db: Db) => {
    const on = stepOn(call)
    if (!on) return NOT_FOUND
    const { rentalId, origin } = on
    const answer = { rentalId, origin, proposal: call.body.proposal_id }
    const outcome = await act(db, call.who, answer, call.now)
    return outcome.ok ? outcome : refused(datesProblem(outcome.problem))
  }
}

function datesProblem({ reason }: AnswerProblem): ApiProblem {
  switch (reason) {
    case 'rental-not-found':
    case 'own-rental':
      return { reason: 'not-found' }
    case 'nothing-proposed':
      return { reason, detail: 'The rental has other dates to answer, or none.' }
    case 'answer-over':
      return { reason, detail: 'The old dates stay.' }
  }
}

const UNKNOWN_PHOTO = 'One of these photos is not stored, or was used already.'
const NO_REASON = 'Please give a reason. The renter will get it by email.'

function amountSentence(maxCents: number): string {
  return maxCents > 0
    ? `Please give 1 to ${maxCents} cents (${dollars(maxCents)}).`
    : 'Nothing is left of this deposit.'
}

const NOT_FOUND = refused({ reason: 'not-found' } as const)

const step = {
  scope: 'rentals:write',
  who: closets,
  query: nothing,
  status: 200,
  answer: rental,
  answered,
} as const

const DECIDED = ['not-yet', 'answer-over', 'already-decided'] as const

export const rentalStepEndpoints = [
  postEndpoint({
    ...step,
    path: '/rentals/{id}/accept',
    name: 'acceptRental',
    summary: 'Accept a request',
    body: nothing,
    refusals: [...DECIDED, 'consent-due'],
    command: async (call, db) => {
      const on = stepOn(call)
      return on ? toApi(call, await acceptRental(db, call.who, on, call.now)) : NOT_FOUND
    },
  }),
  postEndpoint({
    ...step,
    path: '/rentals/{id}/accept-dates',
    name: 'acceptDates',
    summary: 'Accept the dates that the renter would like instead',
    body: proposal,
    refusals: ['answer-over', 'nothing-proposed'],
    command: answering(acceptDates),
  }),
  postEndpoint({
    ...step,
    path: '/rentals/{id}/keep-dates',
    name: 'keepDates',
    summary: 'Keep the dates of a rental whose renter would like others',
    body: proposal,
    refusals: ['answer-over', 'nothing-proposed'],
    command: answering(keepDates),
  }),
  postEndpoint({
    ...step,
    path: '/rentals/{id}/deliver',
    name: 'deliverRental',
    summary: 'Mark a rental as delivered',
    description: 'Works even if the request was not accepted first.',
    body: delivery,
    refusals: [...DECIDED, 'still-out', 'consent-due'],
    command: async (call, db) => {
      const on = stepOn(call)
      if (!on) return NOT_FOUND
      const {
        note: words,
        photo_ids,
        handover_method: method,
        carrier,
        tracking_number,
      } = call.body
      const way: HandoverWay | null = method
        ? { method, carrier: carrier ?? null, tracking: tracking_number || null }
        : null
      if (!way && (carrier || tracking_number))
        return refused({ reason: 'invalid', errors: { handover_method: NO_METHOD } })
      const noted = { note: words ?? '', imageIds: imageIdsIn(photo_ids) }
      return toApi(call, await deliverRental(db, call.who, { ...on, ...noted, way }, call.now))
    },
  }),
  postEndpoint({
    ...step,
    path: '/rentals/{id}/return',
    name: 'returnRental',
    summary: 'Mark a rental as returned',
    body: returned,
    refusals: DECIDED,
    command: async (call, db) => {
      const on = stepOn(call)
      if (!on) return NOT_FOUND
      const words = { note: call.body.note ?? '', imageIds: imageIdsIn(call.body.photo_ids) }
      return toApi(call, await recordReturn(db, call.who, { ...on, ...words }, call.now))
    },
  }),
  postEndpoint({
    ...step,
    path: '/rentals/{id}/review',
    name: 'reviewRental',
    summary: 'Review a returned item: approve it or keep part of the deposit',
    body: review,
    refusals: DECIDED,
    command: async (call, db) => {
      const on = stepOn(call)
      if (!on) return NOT_FOUND
      const { condition_status, keep_cents, notes = '', photo_ids } = call.body
      if (condition_status === 'approved') {
        const left = { keep_cents, photo_ids: photo_ids?.[0] }
        const errors = Object.fromEntries(
          Object.entries(left).flatMap(([field, value]) =>
            value === undefined ? [] : [[field, NOTHING_WITHHELD]],
          ),
        )
        if (Object.keys(errors).length > 0) return refused({ reason: 'invalid', errors })
        return toApi(call, await approveCondition(db, call.who, { ...on, notes }, call.now))
      }
      if (keep_cents === undefined)
        return refused({
          reason: 'invalid',
          errors: { keep_cents: 'Please say how much you keep.' },
        })
      const withheld = { cents: keep_cents, notes, imageIds: imageIdsIn(photo_ids) }
      return toApi(call, await keepDeposit(db, call.who, { ...on, ...withheld }, call.now))
    },
  }),
  photoEndpoint({
    path: '/rentals/{id}/photos',
    name: 'addRentalPhoto',
    summary: 'Upload a photo for the next step of a rental',
    description:
      'The body is the photo itself. Without a step that names it, it is deleted after a day.',
    scope: 'rentals:write',
    who: closets,
    status: 201,
    answer: upload,
    refusals: ['too-many-photos'],
    answered: async (_, imageId: ImageId) => ({ id: imageId }),
    store: async (call, bytes) => {
      const { app, who, today } = call
      const rentalId = parseId<RentalId>(call.id)
      const side = { as: 'owner', who } as const
      if (!rentalId || !(await findRentalRecord(app.db, side, rentalId, today))) return NOT_FOUND
      const stored = await storePhoto(call, bytes, 'handover')
      return stored.ok ? done((db: Db) => confirmed(db, who, stored.value)) : stored
    },
  }),
]

const NO_METHOD = 'A carrier and a tracking number need a handover method.'
const NOTHING_WITHHELD =
  'Approving returns the whole deposit, so nothing about keeping it can be given.'
