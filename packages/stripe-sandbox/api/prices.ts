import { changedFrom } from '#sandbox/core/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { need, needLocked, page, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  amount,
  boolean,
  currency,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { insertPrice, insertProduct } from '#sandbox/payments/products.ts'

const recurring = fields(
  { interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer(1, 1095) },
  ['interval'],
)

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified')

const written = {
  active: boolean,
  lookup_key: text(200),
  metadata,
  nickname: text(),
  tax_behavior: taxBehavior,
  transfer_lookup_key: boolean,
}

const created = {
  ...written,
  billing_scheme: oneOf('per_unit'),
  currency,
  product: text(),
  product_data: fields({ active: boolean, id: text(), metadata, name: text() }, ['name']),
  recurring,
  unit_amount: amount,
}

export const priceRoutes: Route[] = [
  route(
    'POST',
    '/v1/prices',
    fields(created, ['currency', 'unit_amount']),
    async (work, params) => {
      const {
        product,
        product_data,
        transfer_lookup_key,
        unit_amount,
        billing_scheme: _,
        ...rest
      } = params
      const productId = await productOf(work, product, product_data)
      await freeLookupKey(work, params.lookup_key, transfer_lookup_key)
      return insertPrice(work, {
        ...rest,
        product: productId,
        unitAmount: unit_amount,
        metadata: mergeMetadata({}, params.metadata),
      })
    },
  ),

  route(
    'GET',
    '/v1/prices',
    fields({
      ...sliceParams,
      active: boolean,
      currency,
      lookup_keys: listOf(text(200), 10),
      product: text(),
      recurring: fields({ interval: oneOf('day', 'week', 'month', 'year') }),
      type: oneOf('one_time', 'recurring'),
    }),
    (work, { active, currency: wanted, lookup_keys, product, recurring: period, type, ...slice }) =>
      listPage(work, 'price', '/v1/prices', slice, {
        active: active?.toString(),
        currency: wanted,
        lookup_key: lookup_keys,
        product,
        'recurring.interval': period?.interval,
        type,
      }),
  ),

  route('GET', '/v1/prices/:id', noParams, (work, _, id) => need(work, 'price', id)),

  route('POST', '/v1/prices/:id', fields(written), async (work, params, id) => {
    const { transfer_lookup_key, ...changes } = params
    const { body: before } = await needLocked(work, 'price', id)
    if (changes.lookup_key !== before.lookup_key) {
      await freeLookupKey(work, changes.lookup_key, transfer_lookup_key)
    }
    const after = await save(work, 'price', {
      ...before,
      ...changes,
      metadata: mergeMetadata(before.metadata, changes.metadata),
    })
    await emit(work, 'price.updated', after, changedFrom(before, after))
    return after
  }),
]

async function productOf(
  work: Work,
  product: string | undefined,
  data: ReturnType<typeof created.product_data> | undefined,
): Promise<string> {
  if (product !== undefined && data !== undefined) {
    throw badRequest(
      'You may only specify one of these parameters: product, product_data.',
      'parameters_exclusive',
      'product',
    )
  }
  if (product !== undefined) return (await need(work, 'product', product, 'product')).id
  if (data === undefined) {
    throw badRequest('Missing required param: product.', 'parameter_missing', 'product')
  }
  const made = await insertProduct(work, { ...data, metadata: mergeMetadata({}, data.metadata) })
  return made.id
}

/** A lookup key belongs to one price. It is transferred only on request. */
async function freeLookupKey(
  work: Work,
  key: string | undefined,
  transfer: boolean | undefined,
): Promise<void> {
  if (key === undefined) return
  const { rows } = await page(work, 'price', { lookup_key: key }, { limit: 1 })
  const holder = rows[0]
  if (!holder) return
  if (!transfer) {
    throw badRequest(
      `Another price (${holder.id}) already uses that lookup key.`,
      'resource_already_exists',
      'lookup_key',
    )
  }
  await save(work, 'price', { ...holder, lookup_key: null })
}
