import { changeMany } from '#domain/items/change-many.ts'
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
  const chosen = { ids: [item.id] }
  const change = { kind: 'lending', ...lending } as const
  same(
    'lending',
    wordOf(await changeMany(world.db, closet, chosen, change, world.clock.now())),
    'done',
  )
  Object.assign(item, lending)
  return []
}
