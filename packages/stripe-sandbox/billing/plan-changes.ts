import type { Subscription } from '#sandbox/core/objects.ts'
import type { Stored } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { applyChange, type PlanChange } from './changes.ts'
import { cardRefused } from './collecting.ts'
import { issueInvoice } from './invoices.ts'
import { collectAndSave } from './renewals.ts'
import { saveChanged } from './subscriptions.ts'

/** Changes the items from now on. With `mustBePaid`, a declined card reverts the change. */
export async function changePlan(
  work: Work,
  { body: before, kept }: Stored<'subscription'>,
  change: PlanChange,
  mustBePaid: boolean,
): Promise<Subscription> {
  const { subscription, lines, pending } = applyChange(before, change, work.now)
  const waiting = [...(kept.pendingLines ?? []), ...pending]
  if (lines.length === 0) {
    return saveChanged(work, before, subscription, { pendingLines: waiting })
  }
  const billed = [...waiting, ...lines]
  const open = await issueInvoice(work, subscription, 'subscription_update', billed)
  const next = await saveChanged(
    work,
    before,
    { ...subscription, latest_invoice: open.id },
    { pendingLines: [] },
  )
  const result = await collectAndSave(work, next, next, open)
  if (!result.paid && mustBePaid) throw cardRefused(result.message)
  return result.subscription
}
