import { expect, test } from 'vitest'
import type { ItemId, RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { readRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { rentalWeek } from './shopping.ts'
import type { Story } from './stories.ts'
import { openWorld } from './world.ts'

interface Waiting {
  readonly renter: Shopper
  readonly rentalId: RentalId
  readonly item: ItemId
  readonly waiting: Shopper
}

const world = await openWorld()
const { db, make, clock } = world

async function stateOf({ rentalId, item, waiting }: Waiting) {
  const { rental } = await db
    .selectFrom('rentals')
    .select('status as rental')
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
  const { entry } = await db
    .selectFrom('waitlist_entries')
    .select('status as entry')
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  const mails = await readRows(db, 'mail_outbox', 'sent_at', { to_address: waiting.email })
  const isSent = (mail: { readonly sent_at: Date | null }) => mail.sent_at !== null
  return { rental, entry, mails: mails.length, sent: mails.filter(isSent).length }
}

/** A renter cancels while a shopper waits for the days; the next app sends the email. */
const story: Story<Waiting> = {
  name: 'offer to the waitlist',
  setUp: async () => {
    const item = await make.item({ creditsPerDay: 0 })
    const renter = await make.shopper()
    const waiting = await make.shopper()
    const { start, end } = rentalWeek(world)
    const { id: rentalId } = await make.rental({ item, renter, start, createdAt: clock.now() })
    await make.entry({ item, shopper: waiting, start, end, createdAt: clock.now() })
    return { renter, rentalId, item: item.id, waiting }
  },
  act: async ({ renter, rentalId }, app) => {
    const { shop } = await app.visit(renter)
    await shop.post('/my-rentals', { rental: rentalId })
  },
  check: async (scene) => {
    const { rental, entry, mails } = await stateOf(scene)
    expect(entry).toBe(rental === 'cancelled' ? 'offered' : 'waiting')
    expect(mails).toBeLessThanOrEqual(rental === 'cancelled' ? 1 : 0)
  },
  resume: async ({ renter, rentalId }, app) => {
    const { shop } = await app.visit(renter)
    expect((await shop.post('/my-rentals', { rental: rentalId })).location).toBe('/my-rentals')
  },
  end: async (scene) => {
    // The app's own worker may still be sending.
    await world.queue.idle()
    expect(await stateOf(scene)).toEqual({
      rental: 'cancelled',
      entry: 'offered',
      mails: 1,
      sent: 1,
    })
  },
}

test('an app killed at any message cancels a rental and makes and emails one offer', async () => {
  await killAtEachMessage(world, story)
})
