import type { Db } from '#db/connection.ts'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import type { MakeThings } from './make.ts'

export interface EntryInput {
  readonly item: { readonly id: ItemId }
  readonly shopper?: Person
  /** 'YYYY-MM-DD'. */
  readonly start: string
  readonly end: string
  readonly createdAt?: Date
}

/** Places in line for items, and open offers. */
export function makeWaitlist(db: Db, things: MakeThings) {
  /** An entry that waits for dates that are taken. */
  async function entry(input: EntryInput): Promise<WaitlistEntryId> {
    const { item, start, end, createdAt = new Date() } = input
    const shopper = input.shopper ?? (await things.shopper())
    const id: WaitlistEntryId = newId()
    await insertRows(db, 'waitlist_entries', {
      id,
      item_id: item.id,
      shopper_id: shopper.id,
      start_date: start,
      end_date: end,
      time_zone: 'America/New_York',
      created_at: createdAt,
    })
    return id
  }

  /** An entry with an offer, which expires after 12 hours. */
  async function offer(input: EntryInput): Promise<WaitlistEntryId> {
    const { createdAt = new Date() } = input
    const id = await entry(input)
    await updateRows(db, 'waitlist_entries', id, {
      status: 'offered',
      offered_at: createdAt,
      offer_expires_at: new Date(createdAt.getTime() + 12 * 3_600_000),
    })
    return id
  }

  return { entry, offer }
}
