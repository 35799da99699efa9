import { newId } from '#domain/shared/ids.ts'
import { startPayouts } from '#tools/faults/obligations.ts'
import type { Stage } from '#tools/orders/check/earnings.ts'
import { type Act, readApi, unknownAnswer } from './acting.ts'
import { ask, untilDone } from './sending.ts'

const CENTS = 3000

/** An admin credits the closet with money, which the next payout sends. */
export const earn: Act = async ({ scene: { closet }, tally }) => {
  const key = newId()
  const form = { intent: 'correct', closet: closet.id, amount: `${CENTS / 100}`, note: key, key }
  const sent = await ask(tally, () => closet.admin.post('/admin/payouts', form))
  if (sent.page && sent.page.location === null) throw unknownAnswer(sent)
  closet.earnings.add(sent, { kind: 'earn', key, cents: CENTS, answer: sent.page ? 'done' : null })
}

/** Pays all closets, as the schedule does every month. */
export const payOut: Act = async ({ scene: { world } }) => {
  await untilDone(() => startPayouts(world))
}

interface ShownEarning {
  readonly note: string
  readonly transfer_status: keyof typeof STAGES | null
}

const STAGES = { pending: 'sent', made: 'paid' } as const

export const readEarnings: Act = async (acting) => {
  const { closet } = acting.scene
  const sums = await readApi(acting, '/earnings/summary', closet)
  if (sums) {
    const { payable_cents, pending_cents, in_transfer_cents, paid_this_year_cents } = sums.body
    closet.earnings.add(sums.sent, {
      kind: 'sums',
      earned: payable_cents + pending_cents,
      sent: in_transfer_cents,
      paid: paid_this_year_cents,
    })
  }
  const list = await readApi(acting, '/earnings', closet)
  // More than a page is not read.
  if (!list || list.body.next !== null) return
  const earnings: readonly ShownEarning[] = list.body.data
  const shown = earnings.map(({ note: key, transfer_status: status }) => {
    const stage: Stage = status === null ? 'earned' : STAGES[status]
    return { key, stage }
  })
  closet.earnings.add(list.sent, { kind: 'list', shown })
}
