import { automaticAcceptances } from '#db/enums.ts'
import { changeProfile } from '#domain/accounts/people/profiles.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import { lend } from './model/lending.ts'
import { count } from './model/state.ts'
import { type Action, note, same } from './simulation.ts'

/** A closet switches advance booking of its items on or off, or changes their turnaround. */
export const chooseLending: Action = async (play) => {
  const { world, model, random } = play
  const closet = random.oneIn(2) ? world.closets[0] : world.closets[1]
  const some = random.shuffle(model.items).slice(0, random.between(1, 3))
  const first = some[0]
  if (!first) return null
  const lending = {
    advanceBooking: random.oneIn(3) ? !first.advanceBooking : first.advanceBooking,
    turnaroundDays: random.between(0, 3),
  }
  const ids = some.map(({ id }) => id)
  note(play, `${ids.join()} are lent ${JSON.stringify(lending)} by ${closet.fullName}`)
  const change = { kind: 'lending', ...lending } as const
  const answered = await changeMany(world.db, closet, { ids }, change, world.clock.now())
  // Items of other closets do not change.
  const own = some.filter(({ id }) =>
    world.items.some((one) => one.id === id && one.business_id === closet.id),
  )
  if (own.length < some.length) count(model, 'lending of an item of another closet')
  same('lending', answered.ok && answered.value.changed, lend(model, own, lending))
  return 'everybody'
}

/** A closet chooses whose requests it accepts automatically. */
export const chooseAcceptance: Action = async (play) => {
  const { world, model, random } = play
  const closet = random.one(world.closets)
  const accepts = random.one(automaticAcceptances)
  if (!closet || !accepts) return null
  note(play, `${closet.fullName} accepts automatically: ${accepts}`)
  const changes = { acceptsAutomatically: accepts }
  const answered = await changeProfile(world.db, closet, changes, world.clock.now())
  same('accepting automatically', answered.ok, true)
  model.accepts.set(closet.id, accepts)
  return []
}
