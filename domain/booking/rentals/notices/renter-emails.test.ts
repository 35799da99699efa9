import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { notifyAboutRental } from './rental-notifications.ts'

const { db, made: things } = await testDatabase()

async function textToRenter(rentalId: RentalId, event: RentalEvent): Promise<string> {
  const job = { rentalId, event, origin: 'https://shop.example', by: 'owner' } as const
  await notifyAboutRental(db, job, new Date(), 'UTC')
  const { text_body } = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('message_id', 'like', `%${rentalId}%`)
    .where('template', '=', `rental-${event}`)
    .executeTakeFirstOrThrow()
  return text_body
}

test('the email about a reopened rental says how many credits were charged again, if any', async () => {
  const taken = async (creditsPerDay: number) => {
    const item = await things.item({ creditsPerDay })
    const { id } = await things.rental({ item, status: 'confirmed' })
    return /\d+ credits? .* again\./.exec(await textToRenter(id, 'reopen'))?.[0]
  }
  expect(await taken(2)).toBe('14 credits were taken from your balance again.')
  expect(await taken(0)).toBeUndefined()
})

test('the email about a fully withheld deposit does not promise a refund of the rest', async () => {
  const restAfter = async (cents: number) => {
    const closet = await things.closet()
    const item = await things.item({ closet })
    const { id } = await things.rental({ item, status: 'delivered' })
    const on = { rentalId: id, origin: 'https://shop.example', notes: 'Torn hem', cents }
    const returned = await recordReturn(db, closet, on, new Date())
    const withheld = await keepDeposit(db, closet, on, new Date())
    expect([returned.ok, withheld.ok]).toEqual([true, true])
    return (await textToRenter(id, 'keep-deposit')).includes('The rest will be refunded')
  }
  expect([await restAfter(4999), await restAfter(5000)]).toEqual([true, false])
})

test('the email about a delivery asks for the item back at once when the last day has passed', async () => {
  const today = calendarDateIn('UTC', new Date())
  const asks = async (daysAgo: number) => {
    const start = addDays(today, -6 - daysAgo)
    const { id } = await things.rental({ item: await things.item(), status: 'delivered', start })
    return (await textToRenter(id, 'deliver')).includes('please return it now')
  }
  expect([await asks(0), await asks(1)]).toEqual([false, true])
})
