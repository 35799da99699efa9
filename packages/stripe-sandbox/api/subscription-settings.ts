import { periodEndOf } from '#sandbox/billing/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import type { Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import type { Work } from '#sandbox/core/work.ts'
import { clearable, fields, mergeMetadata, oneOf, text } from '#sandbox/http/params.ts'

export const cancellationDetails = fields({
  comment: clearable(text()),
  feedback: clearable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
})

/** What a schedule controls can be changed only through the schedule. */
export function refuseScheduled(
  { schedule }: Subscription,
  params: { cancel_at?: unknown; cancel_at_period_end?: unknown; items?: unknown },
): void {
  if (schedule === null) return
  if (params.cancel_at === undefined && params.cancel_at_period_end === undefined) {
    if (params.items === undefined) return
  }
  throw badRequest(
    `The subscription is managed by the subscription schedule \`${idOf(schedule)}\`, and updating its items or its cancelation behavior directly is not allowed. Please update or release the schedule instead.`,
  )
}

type Settings = {
  cancel_at?: number | null
  cancel_at_period_end?: boolean
  cancellation_details?: ReturnType<typeof cancellationDetails>
  default_payment_method?: string
  description?: string | null
  metadata?: Record<string, string> | null
}

/** The subscription with the settings of a request, except its items. */
export function withSettings(work: Work, before: Subscription, params: Settings): Subscription {
  const {
    cancel_at,
    cancel_at_period_end,
    cancellation_details,
    metadata: change,
    ...rest
  } = params
  const after: Subscription = {
    ...before,
    ...rest,
    metadata: mergeMetadata(before.metadata, change),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...before.cancellation_details,
      ...cancellation_details,
    },
  }
  if (cancel_at !== undefined && cancel_at_period_end === true) {
    throw badRequest(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'parameters_exclusive',
      'cancel_at',
    )
  }
  if (cancel_at !== undefined) return withEnd(work, after, cancel_at, false)
  if (cancel_at_period_end === true) {
    return withEnd(work, after, periodEndOf(after), true)
  }
  return cancel_at_period_end === false ? withEnd(work, after, null, false) : after
}

function withEnd(
  work: Work,
  subscription: Subscription,
  cancel_at: number | null,
  cancel_at_period_end: boolean,
): Subscription {
  if (cancel_at !== null && cancel_at <= work.now) {
    throw badRequest('`cancel_at` must be in the future.', undefined, 'cancel_at')
  }
  const reason = cancel_at === null ? null : 'cancellation_requested'
  return {
    ...subscription,
    cancel_at,
    cancel_at_period_end,
    canceled_at: cancel_at === null ? null : work.now,
    cancellation_details: subscription.cancellation_details && {
      ...subscription.cancellation_details,
      reason,
    },
  }
}
