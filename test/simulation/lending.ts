import { setLending } from '#domain/items/lending.ts'
import { type Action, note, same, wordOf } from './play.ts'

/** A closet has an item booked ahead, or no longer, or plans other days between its rentals. */
export const chooseLending: Action = async (play) => {
  const { world, model, random } = play
  const item = random.one(model.items)
  const owner = world.items.find(({ id }) => id === item?.id)?.business_id
  const closet = world.closets.find(({ id }) => id === owner)
  if (!item || !closet) return null
  const lending = {
    advanceBooking: random.oneIn(3) ? !item.advanceBooking : item.advanceBooking,
    turnaroundDays: random.between(0, 3),
  }
  note(play, `${item.id} is lent ${JSON.stringify(lending)}`)
  const ask = { itemId: item.id, ...lending }
  same('lending', wordOf(await setLending(world.db, closet, ask, world.clock.now())), 'done')
  Object.assign(item, lending)
  return []
}
