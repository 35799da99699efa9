import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const zone = 'America/New_York'
const today = calendarDateIn(zone, clock.now())
const PATH = '/business/saved-messages'
const SAVED = 'Pick it up at 9 Oak Street, ring twice.'

async function save(closet: ClosetOwner, body: string, atAcceptance: boolean) {
  const fields = {
    ...{ intent: 'save', position: '', body },
    ...(atAcceptance && { at_acceptance: 'yes' }),
  }
  return await site.post(PATH, fields, { as: closet })
}

const messagesTo = (renter: Shopper) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.body', 'm.writer_id'])
    .where('c.shopper_id', '=', renter.id)
    .execute()

async function accept(closet: ClosetOwner, rental: RentalId, message?: string) {
  const path = `/business/rentals/${rental}`
  const fields = { intent: 'accept', ...(message !== undefined && { message }) }
  expect((await site.post(path, fields, { as: closet })).status).toBe(302)
  await site.drainJobs()
}

test('an acceptance sends the saved message, or what the closet writes beside it', async () => {
  const closet = await make.closet()
  expect((await save(closet, SAVED, true)).location).toBe(PATH)
  const requested = async () => {
    const renter = await make.readyShopper()
    const item = await make.item({ closet })
    return { renter, ...(await make.rental({ item, renter, start: addDays(today, 9) })) }
  }
  const [listed, changed, cleared] = [await requested(), await requested(), await requested()]
  const page = await site.get(`/business/rentals/${changed.id}`, { as: closet })
  expect(page.$('textarea[name=message]').textContent).toBe(SAVED)
  await accept(closet, listed.id)
  await accept(closet, changed.id, 'See you on Friday.')
  await accept(closet, cleared.id, ' ')
  const by = { writer_id: closet.id }
  expect(await messagesTo(listed.renter)).toEqual([{ ...by, body: SAVED }])
  expect(await messagesTo(changed.renter)).toEqual([{ ...by, body: 'See you on Friday.' }])
  expect(await messagesTo(cleared.renter)).toEqual([])
})

test('an automatic acceptance sends the saved message too', async () => {
  const closet = await make.closet({ accepts_automatically: 'everybody' })
  await save(closet, SAVED, true)
  const item = await make.item({ closet, creditsPerDay: 2 })
  const renter = await make.readyShopper()
  const start = addDays(today, 9)
  const request = { itemId: item.id, start, end: addDays(start, 6), requestKey: newId() }
  const input = { ...request, origin: 'https://shop.example' }
  expect(await requestRental(db, renter, input, clock.now(), today, zone)).toMatchObject({
    ok: true,
  })
  await site.drainJobs()
  expect(await messagesTo(renter)).toEqual([{ writer_id: closet.id, body: SAVED }])
})

test('a closet adds a saved message to what it writes without a script, and edits its list', async () => {
  const closet = await make.closet()
  const renter = await make.shopper()
  const rental = await make.rental({ item: await make.item({ closet }), renter })
  await save(closet, SAVED, false)
  const write = `/messages?rental=${rental.id}`
  const page = await site.get(write, { as: closet })
  expect(page.text('main details')).toContain(SAVED)
  const typed = { body: 'Hello!', insert: '1' }
  const shown = await site.submit(page, 'form:has([name=body])', typed, { as: closet })
  expect(shown.$('textarea[name=body]').textContent?.trim()).toBe(`Hello!\n\n${SAVED}`)
  expect(await messagesTo(renter)).toEqual([])
  const empty = { intent: 'save', position: '1', body: ' ' }
  const refused = await site.post(PATH, empty, { as: closet })
  expect([refused.status, refused.text('main')]).toEqual([
    400,
    expect.stringContaining('Please write the message.'),
  ])
  await site.post(PATH, { intent: 'delete', position: '1' }, { as: closet })
  expect((await site.get(PATH, { as: closet })).text('main')).not.toContain(SAVED)
  expect((await site.get(write, { as: renter })).status).toBe(404)
})

test('return instructions are written once and read by who has an item', async () => {
  const closet = await make.closet()
  const as = { as: closet }
  const words = 'Ring at 9 Oak Street.\nOr mail it there.'
  const long = { intent: 'returns', seen: '', return_instructions: 'a'.repeat(501) }
  const refused = await site.post(PATH, long, as)
  expect([refused.status, refused.text('#returns')]).toEqual([
    400,
    expect.stringContaining('500 characters'),
  ])
  expect(refused.$('textarea[name=return_instructions]').textContent).toBe('a'.repeat(501))
  const page = await site.get(PATH, as)
  const old = await site.get(PATH, as)
  const form = '#returns form'
  const by = { intent: 'returns' }
  const saved = await site.submit(page, form, { ...by, return_instructions: words }, as)
  expect(saved.location).toBe(`${PATH}#returns`)
  // The same again changes nothing; another text in a window that has not seen it is shown it first.
  expect((await site.submit(page, form, { ...by, return_instructions: words }, as)).status).toBe(
    302,
  )
  const other = { ...by, return_instructions: 'Only on Mondays.' }
  const changed = await site.submit(old, form, other, as)
  expect(changed.text('[role=alert]')).toContain('“Ring at 9 Oak Street.')
  expect(changed.$('textarea[name=return_instructions]').textContent).toBe('Only on Mondays.')
  expect(await readRow(db, 'user_profiles', 'return_instructions', closet.id)).toEqual({
    return_instructions: words,
  })

  const renter = await make.readyShopper()
  const lent = (status: 'confirmed' | 'delivered') =>
    make
      .item({ closet })
      .then((item) => make.rental({ item, renter, start: addDays(today, -5), status }))
  const [out, ahead] = [await lent('delivered'), await lent('confirmed')]
  const of = async (id: RentalId) =>
    (await site.get(`/my-rentals/${id}`, { as: renter })).text('main')
  expect(await of(out.id)).toContain('Or mail it there.')
  expect(await of(ahead.id)).not.toContain('Oak Street')
  expect((await site.get('/business/day', as)).text('main')).toContain('Or mail it there.')
  const origin = 'https://shop.example'
  const job = { rentalId: out.id, event: 'remind-of-return', origin } as const
  await notifyAboutRental(db, job, clock.now(), zone)
  const mail = { recipient_id: renter.id, template: 'rental-remind-of-return' }
  expect((await readRow(db, 'mail_outbox', ['text_body'], mail)).text_body).toContain('Oak Street')
  expect((await site.get('/profile/your-data.json', as)).html).toContain('Or mail it there.')
  const fresh = await site.get(PATH, as)
  await site.submit(fresh, form, { ...by, return_instructions: ' ' }, as)
  expect(await of(out.id)).not.toContain('Oak Street')
  expect((await site.get('/business/day', as)).text('main')).toContain('Write once how items')
})
