import type Stripe from 'stripe'
import { periodEndAfter } from '#sandbox/billing/periods.ts'
import type { PhaseDraft } from '#sandbox/billing/schedule-shapes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { paramPath } from '#sandbox/core/form-encoding.ts'
import type { Price } from '#sandbox/core/objects.ts'
import type { Work } from '#sandbox/core/work.ts'
import {
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Reader,
  text,
} from '#sandbox/http/params.ts'
import { needPlanPrice } from './subscription-items.ts'

const moment: Reader<number | 'now'> = (value, path) =>
  value === 'now' ? 'now' : integer(0)(value, path)

/** One phase as sent; omitted values come from the previous phase. */
export const schedulePhase = fields(
  {
    currency: text(3),
    duration: fields(
      { interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer(1, 1095) },
      ['interval'],
    ),
    end_date: moment,
    items: listOf(fields({ price: text(), quantity: integer(0, 999_999) }, ['price']), 20),
    metadata,
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    start_date: moment,
  },
  ['items'],
)

type PhaseParams = ReturnType<typeof schedulePhase>

/** The complete phases, with their prices, starts and ends. */
export async function phaseDrafts(
  work: Work,
  schedule: Stripe.SubscriptionSchedule,
  given: PhaseParams[],
): Promise<PhaseDraft[]> {
  const current = schedule.current_phase
  if (given.length === 0 || !current) throw badRequest('A schedule needs at least one phase.')
  const drafts: PhaseDraft[] = []
  for (const [place, params] of given.entries()) {
    const path = paramPath('phases', String(place))
    const before = drafts.at(-1)
    const start = startOf(work, params, before?.end ?? current.start_date, path)
    const items = await phaseItems(work, schedule, params, path)
    const end = endOf(work, params, start, items[0]?.price, path)
    if (end <= work.now) {
      throw badRequest('A phase must end in the future.', undefined, paramPath(path, 'end_date'))
    }
    drafts.push({
      items,
      start,
      end,
      proration: params.proration_behavior ?? 'create_prorations',
      metadata: mergeMetadata({}, params.metadata),
    })
  }
  return drafts
}

function startOf(work: Work, params: PhaseParams, expected: number, path: string): number {
  const start = params.start_date === 'now' ? work.now : (params.start_date ?? expected)
  if (start === expected) return start
  throw badRequest(
    `The phase must start at ${expected}: the current phase cannot be moved, and every other one starts where the one before it ends.`,
    undefined,
    paramPath(path, 'start_date'),
  )
}

function endOf(
  work: Work,
  { end_date, duration }: PhaseParams,
  start: number,
  price: Price | undefined,
  path: string,
): number {
  if (end_date !== undefined && duration !== undefined) {
    throw badRequest(
      'You may only specify one of these parameters: duration, end_date.',
      'parameters_exclusive',
      paramPath(path, 'end_date'),
    )
  }
  if (end_date !== undefined) return end_date === 'now' ? work.now : end_date
  const recurring = duration
    ? { ...duration, interval_count: duration.interval_count ?? 1 }
    : price?.recurring
  return recurring ? periodEndAfter(start, recurring, start) : start
}

async function phaseItems(
  work: Work,
  schedule: Stripe.SubscriptionSchedule,
  params: PhaseParams,
  path: string,
): Promise<PhaseDraft['items']> {
  const items: PhaseDraft['items'] = []
  const currency = schedule.phases[0]?.currency ?? 'usd'
  for (const [place, item] of params.items.entries()) {
    const at = paramPath(paramPath(paramPath(path, 'items'), String(place)), 'price')
    const price = await needPlanPrice(work, item.price, currency, at)
    items.push({ price, quantity: item.quantity ?? 1 })
  }
  return items
}
