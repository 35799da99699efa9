import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const log: string[] = []
const site = await testSite({ env: { DATABASE_POOL: '2' }, log })

test('renting a locked item asks to try later while other pages work', async () => {
  const item = await site.make.item({ creditsPerDay: 1 })
  const renters = await Promise.all(
    Array.from({ length: 3 }, () => site.make.readyShopper({ credits: 50 })),
  )
  for (const renter of renters) await site.get('/credits', { as: renter })
  const frozen = new pg.Client({ ...site.database.target })
  await frozen.connect()
  onTestFinished(() => frozen.end())
  await frozen.query('begin')
  await frozen.query('select from clothing_items where id = $1 for update', [item.id])

  const today = calendarDateIn(site.settings.timeZone, site.clock.now())
  const dates = { start: addDays(today, 2), end: addDays(today, 4) }
  const rent = (renter: (typeof renters)[number]) =>
    site.post(
      `/item/${item.id}`,
      { intent: 'rent', request_key: newId(), ...dates },
      { as: renter },
    )
  const refused = Promise.all(renters.map(rent))
  await expect.poll(async () => (await site.get('/healthz')).status).toBe(200)
  for (const page of await refused) {
    expect(page.status).toBe(503)
    expect(page.text()).toContain('We will be right back')
  }
  await frozen.query('rollback')
  const [first] = renters
  if (first) expect((await rent(first)).status).toBe(302)
})

test('a form without its own page also asks to try later', async () => {
  const item = await site.make.item()
  const as = await site.make.shopper()
  const like = () => site.post('/likes', { item: item.id, liked: 'yes' }, { as })
  const frozen = new pg.Client({ ...site.database.target })
  await frozen.connect()
  onTestFinished(() => frozen.end())
  await frozen.query('begin; lock table likes')
  const page = await like()
  await frozen.query('rollback')
  expect(page.status).toBe(503)
  expect(page.text()).toContain('We will be right back')
  expect((await like()).status).toBeLessThan(400)
})

test('when no connection is free, the health check fails and one line is logged', async () => {
  // One line is logged per minute, and the tests above may have logged one.
  site.clock.advance({ seconds: 61 })
  const frozen = new pg.Client({ ...site.database.target })
  await frozen.connect()
  onTestFinished(() => frozen.end())
  await frozen.query('begin; lock table platform_settings')
  log.length = 0
  // The first two requests wait for the lock, and two more wait for a connection.
  const answers = await Promise.all(Array.from({ length: 7 }, () => site.get('/healthz')))
  await frozen.query('rollback')
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  expect(answers.map((answer) => answer.html.trim())).toContain('no free connection')
  const lines = log.filter((line) => line.includes('All database connections of this process'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, connections: { shortage: 'pool', max: 2, inUse: 2 } },
  ])
})
