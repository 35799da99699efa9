import type Stripe from 'stripe'
import { changedFrom } from '#sandbox/core/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { paramPath } from '#sandbox/core/form-encoding.ts'
import { newId } from '#sandbox/core/ids.ts'
import { idOf } from '#sandbox/core/references.ts'
import { insert, need, needLocked, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  clearable,
  fields,
  mergeMetadata,
  metadata,
  text,
  url,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { configurationShape, mergeFeatures } from '#sandbox/portal/configurations.ts'
import { features } from './portal-features.ts'

type Configuration = Stripe.BillingPortal.Configuration

const address = '/v1/billing_portal/configurations'
const object = 'billing_portal.configuration'

const written = {
  business_profile: fields({
    headline: clearable(text(60)),
    privacy_policy_url: clearable(url),
    terms_of_service_url: clearable(url),
  }),
  default_return_url: clearable(url),
  features,
  metadata,
  name: clearable(text()),
}

const read = fields({ ...written, active: boolean })

export const portalConfigurationRoutes: Route[] = [
  route('POST', address, fields(written, ['features']), async (work, params) => {
    const empty = configurationShape(work, newId('bpc'))
    const configuration = await checked(work, changed(work, empty, params))
    await insert(work, object, configuration)
    await emit(work, 'billing_portal.configuration.created', configuration)
    return configuration
  }),

  route(
    'GET',
    address,
    fields({ ...sliceParams, active: boolean, is_default: boolean }),
    (work, { active, is_default, ...slice }) =>
      listPage(work, object, address, slice, {
        active: active?.toString(),
        is_default: is_default?.toString(),
      }),
  ),

  route('GET', `${address}/:id`, noParams, (work, _, id) => need(work, object, id)),

  route('POST', `${address}/:id`, read, async (work, params, id) => {
    const { body: before } = await needLocked(work, object, id)
    const after = await checked(work, changed(work, before, params))
    await save(work, object, after)
    await emit(work, 'billing_portal.configuration.updated', after, changedFrom(before, after))
    return after
  }),
]

function changed(
  work: Work,
  before: Configuration,
  {
    business_profile,
    features: given,
    metadata: change,
    ...rest
  }: Partial<ReturnType<typeof read>>,
): Configuration {
  return {
    ...before,
    ...rest,
    business_profile: { ...before.business_profile, ...business_profile },
    features: mergeFeatures(before.features, given),
    metadata: mergeMetadata(before.metadata ?? {}, change),
    updated: work.now,
  }
}

/** Only existing plans can be offered, and only under their own product. */
async function checked(work: Work, configuration: Configuration): Promise<Configuration> {
  const update = configuration.features.subscription_update
  if (!update.enabled) return configuration
  const path = 'features[subscription_update]'
  if (update.default_allowed_updates.length === 0 || !update.products?.length) {
    const param = paramPath(path, update.products?.length ? 'default_allowed_updates' : 'products')
    throw badRequest(`Missing required param: ${param}.`, 'parameter_missing', param)
  }
  for (const [place, { product, prices }] of update.products.entries()) {
    const at = paramPath(paramPath(path, 'products'), String(place))
    await need(work, 'product', product, paramPath(at, 'product'))
    for (const [number, id] of prices.entries()) {
      const param = paramPath(paramPath(at, 'prices'), String(number))
      const price = await need(work, 'price', id, param)
      if (idOf(price.product) === product && price.recurring) continue
      throw badRequest(
        `The price ${id} is not a recurring price of the product ${product}.`,
        undefined,
        param,
      )
    }
  }
  return configuration
}
