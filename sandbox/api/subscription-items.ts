import { badRequest } from '#sandbox/errors.ts'
import { paramPath } from '#sandbox/http/form-encoding.ts'
import { fields, text } from '#sandbox/http/params.ts'
import type { Price, Subscription } from '#sandbox/objects.ts'
import { need } from '#sandbox/store.ts'
import type { Work } from '#sandbox/work.ts'

/** Another price for an item that is there; items are neither added nor removed here. */
export const itemChange = fields({ id: text(), price: text() }, ['id', 'price'])

export async function pricesOf(
  work: Work,
  subscription: Subscription,
  changes: ReturnType<typeof itemChange>[],
  param = 'items',
): Promise<Map<string, Price>> {
  const prices = new Map<string, Price>()
  for (const [place, change] of changes.entries()) {
    const path = paramPath(param, String(place))
    if (!subscription.items.data.some((item) => item.id === change.id)) {
      throw badRequest(
        `No such subscription item: '${change.id}'`,
        'resource_missing',
        paramPath(path, 'id'),
      )
    }
    const price = await need(work, 'price', change.price, paramPath(path, 'price'))
    if (!price.recurring || !price.active || price.currency !== subscription.currency) {
      throw badRequest(
        'The price must be active, recurring and in the currency of the subscription.',
        undefined,
        paramPath(path, 'price'),
      )
    }
    prices.set(change.id, price)
  }
  return prices
}
