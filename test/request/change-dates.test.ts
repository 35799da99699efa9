import { expect, test } from 'vitest'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { app, make, db, clock } = site

async function confirmed(credits = 100) {
  const closet = await make.closet({ full_name: 'Wild Fig' })
  const item = await make.item({ closet, creditsPerDay: 2, advance_booking: true, title: 'Gown' })
  const renter = await make.readyShopper({ credits })
  const rental = await make.rental({
    ...{ renter, item, status: 'confirmed', createdAt: clock.now() },
    start: dayAfter(10),
  })
  return { closet, renter, rental, path: `/my-rentals/${rental.id}` }
}

function dayAfter(days: number): string {
  return new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

const form = 'section[aria-labelledby="change-dates"] form[method="get"]'

test('without a script a renter asks for other dates, and the closet accepts them', async () => {
  const { closet, renter, rental, path } = await confirmed()
  const page = await site.get(path, { as: renter })
  expect(page.$(form).getAttribute('action')).toBe(path)
  const dates = new URLSearchParams({ start: dayAfter(12), end: dayAfter(25) })
  const question = await site.get(`${path}?${dates}`, { as: renter })
  expect(question.text('[role="alertdialog"]')).toContain('for 14 more credits?')
  const sent = await site.submit(question, '[role="alertdialog"] form', {}, { as: renter })
  expect(sent.location).toBe(path)
  const waiting = await site.get(path, { as: renter })
  expect(waiting.text('main')).toContain('Wild Fig answers by')
  expect(waiting.text('main')).toContain('Until then, your rental keeps its dates.')

  const managed = `/business/rentals/${rental.id}`
  const closetPage = await site.get(managed, { as: closet })
  expect(closetPage.text('[aria-labelledby="other-dates"]')).toContain('28 credits instead of 14')
  const answer = await site.submit(
    closetPage,
    '[aria-labelledby="other-dates"] form',
    { intent: 'accept-dates' },
    { as: closet },
  )
  expect(answer.location).toBe(managed)
  const row = await db
    .selectFrom('rentals')
    .select(['start_date', 'end_date', 'total_credits'])
    .where('id', '=', rental.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ start_date: dayAfter(12), end_date: dayAfter(25), total_credits: 28 })
  const again = await site.submit(
    closetPage,
    '[aria-labelledby="other-dates"] form',
    { intent: 'keep-dates' },
    { as: closet },
  )
  expect(again.location).toBe(managed)
  expect((await site.get(managed, { as: closet })).text()).toContain('These dates are no longer')
})

test('wrong dates are refused beside the field, and missing credits lead to buying some', async () => {
  const { renter, path } = await confirmed(1)
  const past = await site.get(`${path}?start=2020-01-01&end=2020-01-02`, { as: renter })
  expect(past.text('section[aria-labelledby="change-dates"]')).toContain(
    'Rentals cannot begin in the past.',
  )
  const dates = new URLSearchParams({ start: dayAfter(12), end: dayAfter(25) })
  const question = await site.get(`${path}?${dates}`, { as: renter })
  const refused = await site.submit(question, '[role="alertdialog"] form', {}, { as: renter })
  expect(refused.status).toBe(400)
  expect(refused.text()).toContain('You need 14 credits but only have 1.')
})

test('a renter withdraws, and strangers find nothing', async () => {
  const { renter, path } = await confirmed()
  const dates = new URLSearchParams({ start: dayAfter(30), end: dayAfter(36) })
  const question = await site.get(`${path}?${dates}`, { as: renter })
  await site.submit(question, '[role="alertdialog"] form', {}, { as: renter })
  const form = { answer: 'withdraw-dates' }
  const stranger = await make.readyShopper()
  expect((await site.post(path, form, { as: stranger })).status).toBe(404)
  expect((await site.post(path, form, { as: renter })).location).toBe(path)
  expect((await site.get(path, { as: renter })).text('main')).not.toContain('answers by')
})

/** The renter of a confirmed rental asks for a week that begins this many days from now. */
async function proposed(start = 30) {
  const all = await confirmed()
  const dates = new URLSearchParams({ start: dayAfter(start), end: dayAfter(start + 6) })
  const question = await site.get(`${all.path}?${dates}`, { as: all.renter })
  await site.submit(question, '[role="alertdialog"] form', {}, { as: all.renter })
  return all
}

test('the closet finds the question under "To do", on its board and in its day', async () => {
  const { closet, rental } = await proposed()
  const toDo = await site.get('/business/rentals?filter=action', { as: closet })
  expect(toDo.html).toContain(`/business/rentals/${rental.id}`)
  const board = await site.get('/business', { as: closet })
  expect(board.text('main')).toContain('Other dates (1)')
  const day = await site.get('/business/day', { as: closet })
  expect(day.text('main')).toContain('1 renter would like other dates')
})

test('an API client answers the dates that it has read', async () => {
  const { closet, renter, rental, path } = await proposed()
  const { token } = await apiTokenOf(db, closet)
  const read = () => callApi(app, 'GET', `/rentals/${rental.id}`, { token })
  const answer = (name: string, proposal_id: unknown) =>
    callApi(app, 'POST', `/rentals/${rental.id}/${name}`, { token, body: { proposal_id } })
  const first = (await read()).body
  expect(first).toMatchObject({ proposed_start_date: dayAfter(30), start_date: dayAfter(10) })
  const dates = new URLSearchParams({ start: dayAfter(40), end: dayAfter(46) })
  const question = await site.get(`${path}?${dates}`, { as: renter })
  await site.submit(question, '[role="alertdialog"] form', {}, { as: renter })
  const outdated = await answer('accept-dates', first.proposal_id)
  expect([outdated.status, outdated.body.reason]).toEqual([409, 'nothing-proposed'])
  const { proposal_id } = (await read()).body
  expect((await answer('accept-dates', proposal_id)).body).toMatchObject({
    ...{ start_date: dayAfter(40), end_date: dayAfter(46), proposal_id: null },
  })
  const again = await answer('keep-dates', proposal_id)
  expect([again.status, again.body.reason]).toEqual([409, 'nothing-proposed'])
})

test('the statement says that dates were changed, whatever the difference is', async () => {
  const { renter, path } = await confirmed()
  const dates = new URLSearchParams({ start: dayAfter(12), end: dayAfter(25) })
  const question = await site.get(`${path}?${dates}`, { as: renter })
  await site.submit(question, '[role="alertdialog"] form', {}, { as: renter })
  await site.post(path, { answer: 'withdraw-dates' }, { as: renter })
  const lines = (await site.get('/credits', { as: renter })).text('main')
  expect(lines.match(/Dates changed: Gown/g)).toHaveLength(2)
})
