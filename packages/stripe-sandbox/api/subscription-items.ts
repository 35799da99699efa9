import type { ItemChanges } from '#sandbox/billing/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { paramPath } from '#sandbox/core/form-encoding.ts'
import type { Price, Subscription } from '#sandbox/core/objects.ts'
import { need } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { fields, integer, text } from '#sandbox/http/params.ts'

/** The change of an existing item; items cannot be added or removed. */
export const itemChange = fields({ id: text(), price: text(), quantity: integer(0, 999_999) }, [
  'id',
])

export async function itemChanges(
  work: Work,
  subscription: Subscription,
  changes: ReturnType<typeof itemChange>[],
  param = 'items',
): Promise<ItemChanges> {
  const changed = new Map<string, { price: Price; quantity: number }>()
  for (const [place, change] of changes.entries()) {
    const path = paramPath(param, String(place))
    const item = subscription.items.data.find(({ id }) => id === change.id)
    if (!item) {
      throw badRequest(
        `No such subscription item: '${change.id}'`,
        'resource_missing',
        paramPath(path, 'id'),
      )
    }
    const price =
      change.price === undefined
        ? item.price
        : await needPlanPrice(work, change.price, subscription.currency, paramPath(path, 'price'))
    changed.set(change.id, { price, quantity: change.quantity ?? item.quantity ?? 1 })
  }
  return changed
}

/** A price that a subscription in this currency can use. */
export async function needPlanPrice(
  work: Work,
  id: string,
  currency: string | null,
  param: string,
): Promise<Price> {
  const price = await need(work, 'price', id, param)
  if (price.recurring && price.active && (currency ?? price.currency) === price.currency) {
    return price
  }
  throw badRequest(
    'The price must be active, recurring and in the currency of the subscription.',
    undefined,
    param,
  )
}
