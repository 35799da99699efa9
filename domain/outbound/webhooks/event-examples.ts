import type { SubscribedType } from './event-types.ts'

/** What the event is about: the part of its name before the dot. */
type Noun = SubscribedType extends `${infer Before}.${string}` ? Before : never

/** The `data` of an event about each noun; a test compares the fields with real events. */
export const eventExamples = {
  rental: {
    id: '01a20377-8cd6-757c-83fd-85a43112216a',
    item_id: '01a20377-8c89-7227-b21d-5ccc153e50fd',
    title: 'Bias-cut silk slip dress',
    start_date: '2027-03-12',
    end_date: '2027-03-18',
    total_days: 7,
    total_credits: 14,
    status: 'confirmed',
    delivery_status: 'pending',
    return_status: 'pending',
    condition_status: 'pending_review',
    cancellation: null,
    deposit_amount: 5000,
    deposit_kept_amount: 0,
    requested_at: '2027-03-01T15:04:05.000Z',
    confirmed_at: '2027-03-01T16:20:00.000Z',
    delivered_at: null,
    sent_back_at: null,
    returned_at: null,
    reviewed_at: null,
    cancelled_at: null,
  },
  listing: {
    id: '01a20377-8c89-7227-b21d-5ccc153e50fd',
    title: 'Bias-cut silk slip dress',
    approval_status: 'denied',
    denial_reason: 'Please add a photo of the back.',
  },
  earning: {
    id: '01a20377-9a11-7c3e-8f00-0f4f0e1c2d3a',
    kind: 'rental',
    rental_id: '01a20377-8cd6-757c-83fd-85a43112216a',
    amount_cents: 630,
    earned_at: '2027-03-20T10:00:00.000Z',
    payable_at: '2027-03-27T10:00:00.000Z',
  },
  transfer: {
    id: '01a20377-a0b2-7d4f-9a11-1a5b2c3d4e5f',
    amount_cents: 12_600,
    transferred_at: '2027-04-05T14:00:00.000Z',
  },
  review: {
    id: '01a20377-b1c3-7e5a-8b22-2b6c3d4e5f60',
    rental_id: '01a20377-8cd6-757c-83fd-85a43112216a',
    stars: 5,
    words: 'It fits like a dream.',
    fit: 'true',
    published_at: '2027-03-21T09:30:00.000Z',
  },
} as const satisfies Record<Noun, object>

export function exampleOf(type: SubscribedType): string {
  const noun = type.slice(0, type.indexOf('.'))
  const data = Object.entries(eventExamples).find(([name]) => name === noun)?.[1]
  const id = '01a20377-c2d4-7f6b-9c33-3c7d4e5f6071'
  return JSON.stringify({ id, type, timestamp: '2027-03-01T16:20:00.000Z', data }, null, 2)
}
