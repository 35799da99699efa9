import type { RentalId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import type { BookingAnswer } from '#tools/orders/check/item.ts'
import { type Act, type Acting, itemOf, TRIES, unknownAnswer } from './acting.ts'
import { readOwn } from './renting.ts'
import { type KnownRental, LAST_RISK_DAY, type LentItem, learn } from './scene.ts'
import { ask, noticeOf, type Sent, untilDone } from './sending.ts'

/**
 * Takes another item in place of one that may come back too late, with the same form again if no
 * answer came. Only a rental whose days are known: they become those of the other item.
 */
export const swap: Act = async (acting) => {
  const { scene, me, random, tally } = acting
  const rental = random.one(me.rentals.filter((one) => one.changes === 0 && !one.isSwapped))
  const item = rental && itemOf(scene, rental)
  const other = random.one(scene.items.filter((one) => one !== item))
  if (!item || !other) return
  rental.isSwapped = true
  const days = (await readOwn(acting))?.find(({ id }) => id === rental.id)
  if (!days || days.start > LAST_RISK_DAY) return
  await putAtRisk(acting, rental, item)
  const { start, end } = days
  const to = newId()
  const form = { item: other.id, request_key: to }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sent = await ask(tally, () => me.browser.post(`/my-rentals/${rental.id}/swap`, form))
    const answer = swapAnswer(sent)
    const move = { kind: 'swap', key: rental.key, to, answer } as const
    item.history.add(sent, move)
    const person = me.shopper.id
    if (answer !== 'over')
      other.history.add(sent, { kind: 'rent', key: to, person, start, end, answer })
    if (answer === 'done' || answer === null) {
      me.wallet.add(sent, move)
      me.deposit.add(sent, { ...move, answer })
    }
    const id = /^\/my-rentals\/([-\w]+)$/.exec(sent.page?.location ?? '')?.[1]
    if (id && answer === 'done') learn(me, { key: to, id: id as RentalId, itemId: other.id })
    if (answer !== null || random.oneIn(3)) return
  }
}

/** As the hourly job does for the next rental after a late one. */
async function putAtRisk({ scene }: Acting, { id }: KnownRental, { late }: LentItem) {
  await untilDone(() =>
    scene.world.db
      .updateTable('rentals')
      .set({ at_risk_since: new Date(), at_risk_from: late })
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'confirmed'])
      .execute(),
  )
}

function swapAnswer(sent: Sent): BookingAnswer {
  if (!sent.page) return null
  const words = noticeOf(sent.page)
  if (/Request sent/.test(words)) return 'done'
  if (/can no longer be exchanged/.test(words)) return 'over'
  if (/Someone else has just rented/.test(words)) return 'taken'
  throw unknownAnswer(sent)
}
