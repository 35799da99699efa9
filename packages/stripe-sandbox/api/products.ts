import { changedFrom } from '#sandbox/core/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { find, need, needLocked, save } from '#sandbox/core/store.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  clearable,
  fields,
  listOf,
  mergeMetadata,
  metadata,
  text,
  url,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { insertProduct } from '#sandbox/payments/products.ts'

const written = {
  active: boolean,
  images: listOf(url, 8),
  marketing_features: listOf(fields({ name: text(80) }, ['name']), 15),
  metadata,
  name: text(),
  shippable: boolean,
  statement_descriptor: text(22),
}

const created = {
  ...written,
  id: text(255),
  description: text(),
  tax_code: text(),
  unit_label: text(12),
  url,
}

const updated = {
  ...written,
  default_price: text(),
  description: clearable(text()),
  tax_code: clearable(text()),
  unit_label: clearable(text(12)),
  url: clearable(url),
}

export const productRoutes: Route[] = [
  route('POST', '/v1/products', fields(created, ['name']), async (work, params) => {
    if (params.id !== undefined && (await find(work, 'product', params.id))) {
      throw badRequest('Product already exists.', 'resource_already_exists', 'id')
    }
    return insertProduct(work, { ...params, metadata: mergeMetadata({}, params.metadata) })
  }),

  route(
    'GET',
    '/v1/products',
    fields({ ...sliceParams, active: boolean, ids: listOf(text()), url: text() }),
    (work, { active, ids, url: address, ...slice }) =>
      listPage(work, 'product', '/v1/products', slice, {
        active: active?.toString(),
        id: ids,
        url: address,
      }),
  ),

  route('GET', '/v1/products/:id', noParams, (work, _, id) => need(work, 'product', id)),

  route('POST', '/v1/products/:id', fields(updated), async (work, params, id) => {
    if (params.default_price !== undefined) {
      await need(work, 'price', params.default_price, 'default_price')
    }
    const { body: before } = await needLocked(work, 'product', id)
    const after = await save(work, 'product', {
      ...before,
      ...params,
      metadata: mergeMetadata(before.metadata, params.metadata),
      updated: work.now,
    })
    await emit(work, 'product.updated', after, changedFrom(before, after))
    return after
  }),
]
