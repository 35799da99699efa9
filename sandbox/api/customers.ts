import { endSubscription, liveSubscriptions } from '#sandbox/billing/subscriptions.ts'
import { changedFrom } from '#sandbox/changes.ts'
import { noSuch } from '#sandbox/errors.ts'
import { emit } from '#sandbox/events.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  address,
  clearable,
  email,
  fields,
  listOf,
  mergeMetadata,
  metadata,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { insertCustomer } from '#sandbox/payments/customers.ts'
import { find, markDeleted, needLocked, save } from '#sandbox/store.ts'

const written = {
  address: clearable(address),
  description: clearable(text(350)),
  email: clearable(email),
  metadata,
  name: clearable(text(256)),
  phone: clearable(text(20)),
  preferred_locales: listOf(text(35)),
}

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', fields(written), (work, params) =>
    insertCustomer(work, {
      ...params,
      address: wholeAddress(params.address),
      metadata: mergeMetadata({}, params.metadata),
    }),
  ),

  route(
    'GET',
    '/v1/customers',
    fields({ ...sliceParams, email: text(512) }),
    (work, { email: wanted, ...slice }) =>
      listPage(work, 'customer', '/v1/customers', slice, { email: wanted }),
  ),

  route('GET', '/v1/customers/:id', noParams, async (work, _, id) => {
    const stored = await find(work, 'customer', id)
    if (!stored) throw noSuch('customer', id)
    return stored.deleted ? { id, object: 'customer', deleted: true } : stored.body
  }),

  route('POST', '/v1/customers/:id', fields(written), async (work, params, id) => {
    const { body: before } = await needLocked(work, 'customer', id)
    const after = await save(work, 'customer', {
      ...before,
      ...params,
      address: params.address === undefined ? before.address : wholeAddress(params.address),
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
    await emit(work, 'customer.updated', after, changedFrom(before, after))
    return after
  }),

  route('DELETE', '/v1/customers/:id', noParams, async (work, _, id) => {
    const { body } = await needLocked(work, 'customer', id)
    for (const subscription of await liveSubscriptions(work, id)) {
      await endSubscription(work, subscription, 'cancellation_requested')
    }
    await markDeleted(work, id)
    await emit(work, 'customer.deleted', body)
    return { id, object: 'customer', deleted: true }
  }),
]

type AddressParam = ReturnType<typeof address>

function wholeAddress(given: AddressParam | null | undefined) {
  if (!given) return null
  const none = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  }
  return { ...none, ...given }
}
