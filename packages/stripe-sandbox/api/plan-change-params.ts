import type { PlanChange } from '#sandbox/billing/changes.ts'
import type { Subscription } from '#sandbox/core/objects.ts'
import type { Work } from '#sandbox/core/work.ts'
import { fields, integer, oneOf } from '#sandbox/http/params.ts'
import { type itemChange, itemChanges } from './subscription-items.ts'

const readAnchor = fields({ type: oneOf('now', 'unchanged') }, ['type'])
const readProration = oneOf('always_invoice', 'create_prorations', 'none')

/** The parameters that updates and previews of a subscription share. */
export const planChangeParams = {
  billing_cycle_anchor: readAnchor,
  proration_behavior: readProration,
  proration_date: integer(0),
}

type Params = {
  billing_cycle_anchor?: ReturnType<typeof readAnchor>
  items?: ReturnType<typeof itemChange>[]
  proration_behavior?: ReturnType<typeof readProration>
  proration_date?: number
}

/** The requested change; nothing when items and billing stay the same. */
export async function planChange(
  work: Work,
  subscription: Subscription,
  { billing_cycle_anchor: anchor, items, proration_behavior, proration_date }: Params,
  param = 'items',
): Promise<PlanChange | undefined> {
  const anchorNow = anchor?.type === 'now'
  if (items === undefined && !anchorNow) return undefined
  return {
    items: await itemChanges(work, subscription, items ?? [], param),
    anchorNow,
    proration: proration_behavior ?? 'create_prorations',
    prorateAt: proration_date,
  }
}
