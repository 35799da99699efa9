import {
  boolean,
  clearable,
  fields,
  integer,
  listOf,
  oneOf,
  type Reader,
  text,
} from '#sandbox/http/params.ts'
import type { GivenFeatures } from '#sandbox/portal/configurations.ts'

const prorationBehavior = oneOf('always_invoice', 'create_prorations', 'none')

/** An empty text means an empty list. */
function maybeEmpty<T>(read: Reader<T[]>): Reader<T[]> {
  return (value, path) => (value === '' ? [] : read(value, path))
}

const cancellationReason = fields(
  {
    enabled: boolean,
    options: maybeEmpty(
      listOf(
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
    ),
  },
  ['enabled'],
)

const product = fields(
  {
    adjustable_quantity: fields({ enabled: boolean, maximum: integer(1), minimum: integer(0) }),
    prices: listOf(text(), 50),
    product: text(),
  },
  ['prices', 'product'],
)

const sent = fields({
  customer_update: fields({
    allowed_updates: maybeEmpty(
      listOf(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id')),
    ),
    enabled: boolean,
  }),
  invoice_history: fields({ enabled: boolean }, ['enabled']),
  payment_method_update: fields({ enabled: boolean }, ['enabled']),
  subscription_cancel: fields({
    cancellation_reason: cancellationReason,
    enabled: boolean,
    mode: oneOf('at_period_end', 'immediately'),
    proration_behavior: prorationBehavior,
  }),
  subscription_update: fields({
    billing_cycle_anchor: clearable(oneOf('now', 'unchanged')),
    default_allowed_updates: maybeEmpty(listOf(oneOf('price', 'promotion_code', 'quantity'))),
    enabled: boolean,
    products: maybeEmpty(listOf(product, 10)),
    proration_behavior: prorationBehavior,
    schedule_at_period_end: fields({
      conditions: maybeEmpty(
        listOf(fields({ type: oneOf('decreasing_item_amount', 'shortening_interval') }, ['type'])),
      ),
    }),
  }),
})

/** The features of a configuration, as they are sent. */
export const features: Reader<GivenFeatures> = (value, path) => {
  const { subscription_cancel: cancel, subscription_update: update, ...rest } = sent(value, path)
  const reason = cancel?.cancellation_reason
  return {
    ...rest,
    ...(cancel && {
      subscription_cancel: {
        ...without(cancel, 'cancellation_reason'),
        ...(reason && {
          cancellation_reason: { feedback_options: null, options: [], ...reason },
        }),
      },
    }),
    ...(update && {
      subscription_update: {
        ...without(update, 'products', 'schedule_at_period_end'),
        ...(update.products && {
          products: update.products.map(({ adjustable_quantity: quantity, ...one }) => ({
            ...one,
            adjustable_quantity: {
              enabled: quantity?.enabled ?? false,
              maximum: quantity?.maximum ?? null,
              minimum: quantity?.minimum ?? 1,
            },
          })),
        }),
        ...(update.schedule_at_period_end && {
          schedule_at_period_end: { conditions: update.schedule_at_period_end.conditions ?? [] },
        }),
      },
    }),
  }
}

function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest = { ...value }
  for (const name of names) delete rest[name]
  return rest
}
