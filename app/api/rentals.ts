import * as z from 'zod'
import {
  cancellations,
  carriers,
  conditionStatuses,
  deliveryStatuses,
  handoverMethods,
  handovers,
  rentalStatuses,
  returnStatuses,
} from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { withoutConsent } from '#domain/booking/rentals/changes/consent-to-accept.ts'
import {
  findRentalRecord,
  type RentalRecord,
  rentalRecords,
} from '#domain/booking/rentals/records/rental-records.ts'
import { rentalStages } from '#domain/booking/rentals/stage/rental-stage.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done } from '#domain/shared/outcome.ts'
import { namesOf, pick } from '#domain/shared/records.ts'
import { closets, getEndpoint, type ReceivedCall, shoppers } from './endpoint.ts'
import { after, answer, cents, credits, day, id, instant, nothing, pageOf } from './schema.ts'

/** What both sides see. */
const shown = {
  id,
  item_id: id,
  title: z.string().describe('Title of the item.'),
  start_date: day,
  end_date: day,
  total_days: z.int(),
  total_credits: credits,
  status: z.enum(rentalStatuses),
  delivery_status: z.enum(deliveryStatuses),
  return_status: z.enum(returnStatuses),
  condition_status: z.enum(conditionStatuses),
  cancellation: z.enum(cancellations).nullable().describe('Why it was canceled.'),
  stage: z.enum(rentalStages).describe('Its current stage.'),
  handover: z
    .enum(handovers)
    .nullable()
    .describe(
      'How the renter chose to get it. `ask`: outside the area of the closet, which was asked anyway. Null without a choice.',
    ),
  handover_method: z.enum(handoverMethods).nullable(),
  carrier: z.enum(carriers).nullable(),
  tracking_number: z.string().nullable(),
  deposit_amount: cents.describe('Held for this rental, in cents.'),
  deposit_kept_amount: cents.describe('Withheld for damage, in cents.'),
  condition_notes: z.string().nullable(),
  requested_at: instant,
  answer_by: instant
    .nullable()
    .describe('Until when its closet can answer the request. Null for older rentals.'),
  proposed_start_date: day
    .nullable()
    .describe('Of a confirmed rental: the first day that its renter would like instead.'),
  proposed_end_date: day.nullable().describe('The last day that its renter would like instead.'),
  proposal_answer_by: instant
    .nullable()
    .describe('Until when its closet can accept these days. After that, the old ones stay.'),
  proposal_id: id
    .nullable()
    .describe('To name when you answer. The renter can ask for other days instead.'),
  confirmed_at: instant.nullable(),
  delivered_at: instant.nullable(),
  sent_back_at: instant.nullable(),
  returned_at: instant.nullable(),
  reviewed_at: instant.nullable(),
  cancelled_at: instant.nullable(),
}

const ownRental = answer('OwnRental', { ...shown, owner_name: z.string() })

const ownRentalOf = (rental: RentalRecord) => pick(rental, namesOf(ownRental.shape))

/** The steps of a closet, by the names of their endpoints. */
const answersToDates = ['accept-dates', 'keep-dates'] as const
const steps = ['accept', ...answersToDates, 'deliver', 'return', 'review'] as const

const STEP_OF = {
  accept: 'accept',
  deliver: 'deliver',
  'record-return': 'return',
  'approve-condition': 'review',
} as const satisfies Partial<Record<RentalRecord['moves'][number], (typeof steps)[number]>>

/** What its closet sees. */
const shownToCloset = {
  ...shown,
  renter_name: z.string(),
  renter_phone: z.string().nullable().describe('Null once the rental is over.'),
  delivery_address: z.string().nullable().describe('Null once the rental is over.'),
  delivery_notes: z.string().nullable().describe('Null once the rental is over.'),
}

export const rental = answer('Rental', {
  ...shownToCloset,
  steps: z
    .array(z.enum(steps))
    .describe('The steps that can be taken today: none of a request while consent is due.'),
})

export function rentalOf(caller: Pick<ReceivedCall, 'consentIsDue'>, found: RentalRecord) {
  const open = new Set<string>(withoutConsent(caller, found).moves)
  return {
    ...pick(found, namesOf(shownToCloset)),
    steps: [
      ...Object.entries(STEP_OF).flatMap(([move, step]) => (open.has(move) ? [step] : [])),
      ...(found.proposal_id ? answersToDates : []),
    ],
  }
}

const query = z.object({
  live: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: only rentals that are requested, confirmed or delivered.'),
  ...after,
})

export const rentalEndpoints = [
  getEndpoint({
    path: '/my-rentals',
    name: 'listMyRentals',
    summary: 'List your rentals as a renter, newest first',
    description: 'Renting, extending and canceling are done on the website only.',
    scope: 'my-rentals:read',
    who: shoppers,
    query,
    answer: pageOf('OwnRentalPage', ownRental),
    read: async ({ app, who, today, query: { live, after: from = null } }) => {
      const wanted = { live: live === 'true', after: from }
      const { rows, next } = await rentalRecords(app.db, { as: 'renter', who }, wanted, today)
      return done({ data: rows.map(ownRentalOf), next })
    },
  }),
  getEndpoint({
    path: '/my-rentals/{id}',
    name: 'getMyRental',
    summary: 'Retrieve a rental as a renter',
    scope: 'my-rentals:read',
    who: shoppers,
    query: nothing,
    answer: ownRental,
    read: async ({ app, who, id: given, today }) => {
      const rentalId = parseId<RentalId>(given)
      const side = { as: 'renter', who } as const
      const found = rentalId && (await findRentalRecord(app.db, side, rentalId, today))
      return found && done(ownRentalOf(found))
    },
  }),
  getEndpoint({
    path: '/rentals',
    name: 'listRentals',
    summary: 'List rentals of your closet, newest first',
    scope: 'rentals:read',
    who: closets,
    query,
    answer: pageOf('RentalPage', rental),
    read: async (call) => {
      const { app, who, today, query } = call
      const wanted = { live: query.live === 'true', after: query.after ?? null }
      const { rows, next } = await rentalRecords(app.db, { as: 'owner', who }, wanted, today)
      return done({ data: rows.map((row) => rentalOf(call, row)), next })
    },
  }),
  getEndpoint({
    path: '/rentals/{id}',
    name: 'getRental',
    summary: 'Retrieve a rental of your closet',
    scope: 'rentals:read',
    who: closets,
    query: nothing,
    answer: rental,
    read: async (call) => {
      const { app, who, id: given, today } = call
      const rentalId = parseId<RentalId>(given)
      const side = { as: 'owner', who } as const
      const found = rentalId && (await findRentalRecord(app.db, side, rentalId, today))
      return found && done(rentalOf(call, found))
    },
  }),
]
