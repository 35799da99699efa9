import { expect, test } from 'vitest'
import { MAX_BOARDS } from '#domain/booking/boards/board-limits.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import type { Browsing, Page } from '#test/browsing.ts'
import { signIn } from '#test/make/sign-in.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { newVisitor, plannedBoard, plannerOf } from '#test/worlds/planned-board.ts'

const site = await testSite()
const { make, db } = site
const PASSWORD = 'a-quiet-river-42'
const wedding = { name: 'A wedding', start: '2027-06-12', end: '2027-06-15' }
const ana = { first_name: 'Ana', size: 'M' }
const FORM = 'main section form'

async function signUp(browser: Browsing) {
  const email = `${newId()}@hemline.test`
  await browser.post('/auth?mode=sign-up', { full_name: 'Ada Byron', email, password: PASSWORD })
}

async function planned(browser: Browsing, fields: object = {}) {
  const made = await browser.post('/boards', { ...wedding, ...ana, ...fields })
  expect(made.status).toBe(302)
  return made.location ?? ''
}

const linkOn = (page: Page) =>
  (page.$('main input[readonly]').getAttribute('value') ?? '').replace(/^https?:\/\/[^/]+/, '')

function expectUnseen({ response }: Page) {
  expect(response.headers.get('cache-control')).toMatch(/no-store/)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('referrer-policy')).toBe('strict-origin')
}

test('a visitor makes a board from an item, without a script, and it is theirs alone', async () => {
  const item = await make.item({ title: 'Red gown' })
  const visitor = site.stranger()
  const page = await visitor.get(`/item/${item.id}?start=2027-06-12&end=2027-06-15`)
  const to = page.$('main a[href^="/boards?"]').getAttribute('href') ?? ''
  const form = await visitor.get(to)
  expect(form.text('h1')).toBe('Add to a board')
  const sent = await visitor.submit(form, FORM, { name: 'A wedding', ...ana, zip: '02116' })
  expect(sent.response.headers.getSetCookie().join('\n')).toMatch(
    /hemline_boards=[\w-]{22}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/m,
  )
  const board = await visitor.get(sent.location ?? '')
  expect(board.text('h1')).toBe('A wedding')
  expect(board.text('main')).toContain('Boston, MA')
  expect(board.text('main article')).toContain('Red gown')
  expectUnseen(board)
  const data = await visitor.get(`${sent.location}.data`)
  expect(data.response.headers.get('cache-control')).toMatch(/no-store/)
  expect((await visitor.get('/boards')).text('main li')).toContain('A wedding')
  expect((await site.stranger().get(sent.location ?? '')).status).toBe(404)
  expect((await site.stranger().get('/boards')).text('main')).not.toContain('June')
})

test('a second board of a visitor has the same key', async () => {
  const visitor = site.stranger()
  await planned(visitor)
  const key = visitor.cookies.get('hemline_boards')
  await planned(visitor, { name: 'A gala' })
  expect(visitor.cookies.get('hemline_boards')).toBe(key)
  expect((await visitor.get('/boards')).$$('main li')).toHaveLength(2)
})

test('somebody joins by the secret link, and a link that is wrong or was reset opens nothing', async () => {
  const item = await make.item({ title: 'Red gown' })
  const visitor = site.stranger()
  const path = await planned(visitor, { item: item.id })
  const link = linkOn(await visitor.get(path))
  const friend = site.stranger()
  const seen = await friend.get(link)
  expectUnseen(seen)
  expect(seen.has('main article form')).toBe(false)
  expect((await friend.submit(seen, FORM, { first_name: 'Ben' })).location).toBe(path)
  const joined = await friend.get(path)
  expect(joined.text('main')).toContain('2 people: Ana and you')
  expect((await friend.submit(joined, 'main article form')).location).toBe(path)
  expect((await visitor.get(path)).text('main article')).toContain('1 vote: Ben')

  expect((await site.stranger().get(`${path}?code=wrong`)).status).toBe(404)
  expect((await site.stranger().get(`${path}?code=`)).status).toBe(404)
  const other = await plannedBoard(site, [newVisitor().planner])
  expect((await site.stranger().get(`${path}${other.link.replace(/^.*\?/, '?')}`)).status).toBe(404)
  const question = await visitor.get(`${path}/settings?ask=reset`)
  expect(question.text('[role=dialog], [role=alertdialog], dialog')).toContain(
    'Reset the secret link?',
  )
  expect((await visitor.post(`${path}/settings`, { intent: 'reset' })).location).toBe(path)
  expect((await site.stranger().get(link)).status).toBe(404)
  const late = await site.stranger().post(link, { intent: 'join', first_name: 'Eve', size: '' })
  expect(late.status).toBe(404)
  expect((await friend.get(path)).status).toBe(200)
})

test('whoever has the link sees first names and items, and nothing else of people', async () => {
  const runner = await make.shopper({
    ...{ full_name: 'Ana Featherstone', zip: '94103', phone: '212 555 0188' },
    delivery_address: '7 Hidden Lane',
  })
  const friend = await make.shopper({ full_name: 'Ben Underwood' })
  const item = await make.item({ title: 'Red gown', size: 'S', creditsPerDay: 3 })
  const board = await plannedBoard(site, [plannerOf(runner), plannerOf(friend)], { items: [item] })
  const rental = await make.rental({ item, renter: friend })
  await updateRows(db, 'rentals', rental.id, {
    ...{ board_id: board.id, delivery_address: '9 Quiet Road', renter_phone: '646 555 0777' },
  })
  for (const address of [board.link, board.link.replace('?', '.data?')]) {
    const page = await site.stranger().get(address)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Red gown')
    expect(page.html).toContain('Boston, MA')
    for (const secret of [
      ...['02116', '94103', '0188', 'Hidden', 'Quiet', '0777', 'Featherstone', 'Underwood'],
      ...[runner.id, friend.id, runner.email, rental.id],
    ])
      expect(page.html, secret).not.toContain(secret)
    expect(page.html).not.toMatch(/key_?hash|user_?id/i)
  }
  // The page offers every size to whoever joins.
  expect((await site.stranger().get(board.link.replace('?', '.data?'))).html).not.toContain('"M"')
  const shown = await site.stranger().get(board.link)
  expect(shown.text('main')).not.toContain('Who has what')
  expect(shown.has('main input[readonly]')).toBe(false)
  const settings = await site
    .stranger()
    .get(`${board.path}/settings${board.link.slice(board.path.length)}`)
  expect(settings.status).toBe(404)
})

test('strangers and their forms find no board', async () => {
  const item = await make.item()
  const runner = await make.shopper()
  const board = await plannedBoard(site, [plannerOf(runner)], { items: [item] })
  const stranger = await make.shopper()
  const own = site.stranger()
  await planned(own)
  const acts = ['vote', 'wear', 'remove'].map((intent) => [board.path, { intent, item: item.id }])
  const changes = ['reset', 'leave', 'remove'].map((intent) => [
    `${board.path}/settings`,
    { intent },
  ])
  const forms = [
    ...acts,
    ...changes,
    [`${board.path}/settings`, { intent: 'occasion', ...wedding, zip: '' }],
    [`${board.path}/settings`, { intent: 'you', ...ana }],
    [`${board.path}/settings`, { intent: 'take-off', person: newId() }],
    ['/boards', { intent: 'add', board: board.id, item: item.id }],
  ] as [string, Record<string, string>][]
  for (const [path, form] of forms) {
    const what = `${path} ${form.intent}`
    expect((await site.stranger().post(path, form)).status, what).toBe(404)
    expect((await own.post(path, form)).status, what).toBeGreaterThanOrEqual(400)
    expect((await site.post(path, form, { as: stranger })).status, what).toBeGreaterThanOrEqual(400)
  }
  expect((await site.get(board.path, { as: runner })).text('main article')).toContain('1 vote')
  const stored = await readRow(db, 'boards', 'name', { id: board.id })
  expect(stored.name).toBe('A wedding in Boston')
})

test('admins have no boards', async () => {
  const admin = await make.admin()
  const board = await plannedBoard(site, [newVisitor().planner])
  const page = await site.get('/boards', { as: admin })
  expect([page.status, page.has('main form')]).toEqual([200, false])
  expect((await site.post('/boards', { ...wedding, ...ana }, { as: admin })).status).toBe(403)
  expect((await site.get(board.path, { as: admin })).status).toBe(404)
  const shared = await site.get(board.link, { as: admin })
  expect([shared.status, shared.has(FORM)]).toEqual([200, false])
  const joins = { intent: 'join', first_name: 'Ada' }
  expect((await site.post(board.link, joins, { as: admin })).status).toBe(403)
})

test('at sign-up, the boards of a visitor become those of the account', async () => {
  const visitor = site.stranger()
  const path = await planned(visitor)
  await signUp(visitor)
  expect(visitor.cookies.get('hemline_boards') ?? '').toBe('')
  expect((await visitor.get('/boards')).text('main li')).toContain('A wedding')
  expect((await visitor.get(path)).status).toBe(200)
  await visitor.post('/sign-out')
  expect((await visitor.get(path)).status).toBe(404)
})

test('with their own link, a visitor continues on another device, before or after sign-up', async () => {
  const phone = site.stranger()
  const path = await planned(phone)
  const own = linkOn(await phone.get(`${path}/settings`))
  expect(own).toMatch(/^\/boards\/continue\?key=[\w-]{22}$/)
  const laptop = site.stranger()
  const page = await laptop.get(own)
  expectUnseen(page)
  expect(page.text('main')).toContain('A wedding')
  expect((await laptop.get(path)).status, 'only looked').toBe(404)
  expect((await laptop.submit(page, 'main form')).location).toBe('/boards')
  expect((await laptop.get(path)).status).toBe(200)

  const desk = site.stranger()
  await signUp(desk)
  await desk.submit(await desk.get(own), 'main form')
  expect((await desk.get('/boards')).text('main li')).toContain('A wedding')
  expect((await desk.get(`${path}/settings`)).has('main input[readonly]')).toBe(false)
  for (const before of [phone, laptop]) expect((await before.get(path)).status).toBe(404)
  expect((await site.stranger().get(own)).status).toBe(404)
  expect((await site.stranger().get('/boards/continue')).status).toBe(404)
})

test('what is wrong stays beside its field, with everything that was typed', async () => {
  const visitor = site.stranger()
  const typed = { name: '', start: '2027-06-15', end: '2027-06-12', zip: '99999', first_name: '' }
  const empty = await visitor.post('/boards', { ...typed, size: 'L' })
  expect(empty.status).toBe(400)
  for (const sentence of [
    ...['Please name the occasion.', 'Please enter your first name.'],
    'We do not know this ZIP code.',
  ])
    expect(empty.text(FORM)).toContain(sentence)
  const value = (page: Page, name: string) =>
    page.$(`${FORM} [name=${name}]`).getAttribute('value') ?? ''
  expect(['start', 'end', 'zip'].map((name) => value(empty, name))).toEqual([
    ...['2027-06-15', '2027-06-12', '99999'],
  ])
  expect(empty.$(`${FORM} option[selected]`).getAttribute('value')).toBe('L')
  const dates = await visitor.post('/boards', { ...wedding, ...ana, end: '2027-06-11' })
  expect(dates.status).toBe(400)
  expect(dates.$(`${FORM} [name=end]`).getAttribute('aria-invalid')).toBe('true')
  const past = await visitor.post('/boards', {
    ...wedding,
    ...ana,
    start: '2020-01-01',
    end: '2020-01-02',
  })
  expect([past.status, value(past, 'name')]).toEqual([400, 'A wedding'])
  const long = await visitor.post('/boards', { ...wedding, ...ana, name: 'x'.repeat(81) })
  expect(long.status).toBe(400)
  expect(visitor.cookies.has('hemline_boards')).toBe(false)
})

test('names are shown as they were typed', async () => {
  const visitor = site.stranger()
  const name = '<b>Ours</b> & "theirs"'
  const path = await planned(visitor, { name, first_name: '<i>Ana</i>' })
  const page = await site.stranger().get(linkOn(await visitor.get(path)))
  expect(page.text('h1')).toBe(name)
  expect(page.text('main')).toContain('<i>Ana</i>')
  expect(page.html).not.toMatch(/<b>Ours|<i>Ana/)
})

test('a form of a session that has ended is kept, and a board is found again after sign-in', async () => {
  const shopper = await make.shopper()
  const board = await plannedBoard(site, [plannerOf(shopper)])
  const browser = site.stranger()
  const signedIn = async () =>
    browser.takeCookie(await signIn(db, site.settings, shopper, site.clock.now()))
  await signedIn()
  const settings = await browser.get(`${board.path}/settings`)
  await db.deleteFrom('auth_sessions').where('user_id', '=', shopper.id).execute()
  const refused = await browser.submit(settings, 'main form', { name: 'Our wedding' })
  expect([refused.status, refused.text('h1')]).toEqual([401, 'Please sign in'])
  await signedIn()
  expect((await browser.submit(refused, 'main form')).location).toBe(board.path)
  expect((await browser.get(board.path)).text('h1')).toBe('Our wedding')
  await db.deleteFrom('auth_sessions').where('user_id', '=', shopper.id).execute()
  const to = `/auth?return_to=${encodeURIComponent(board.path)}`
  expect((await browser.get(board.path)).location).toBe(to)
})

test('the second of two windows with the occasion sees what the first one saved', async () => {
  const runner = await make.shopper()
  const { path } = await plannedBoard(site, [plannerOf(runner)])
  const as = { as: runner }
  const [first, second] = [
    await site.get(`${path}/settings`, as),
    await site.get(`${path}/settings`, as),
  ]
  await site.submit(first, 'main form', { zip: '10001', name: 'Ours' }, as)
  const refused = await site.submit(second, 'main form', { end: '2027-06-16' }, as)
  expect(refused.status).toBe(409)
  expect(refused.text('main [role=alert]')).toContain('You saved this board in another tab')
  const box = refused.text('[aria-label="Changed by someone else"]')
  expect(box).toMatch(/Occasion.*Theirs: Ours.*Yours: A wedding in Boston/)
  expect(box).toMatch(/Last day.*Theirs: 2027-06-15.*Yours: 2027-06-16/)
  expect(box).toMatch(/ZIP code.*Theirs: 10001.*Yours: 02116/)
  expect(refused.$('main [name=end]').getAttribute('value')).toBe('2027-06-16')
  expect((await site.submit(refused, 'main form', {}, as)).status, 'Save again').toBe(409)
  const over = refused.$('button[name=over]').getAttribute('value') ?? ''
  expect((await site.submit(refused, 'main form', { over }, as)).location).toBe(path)
  expect((await site.get(path, as)).text('h1')).toBe('A wedding in Boston')
})

test('a person has a limited number of boards, and is told so', async () => {
  const shopper = await make.shopper()
  for (let made = 0; made < MAX_BOARDS; made++) await plannedBoard(site, [plannerOf(shopper)])
  const refused = await site.post('/boards', { ...wedding, ...ana }, { as: shopper })
  expect(refused.status).toBe(400)
  expect(refused.text('main [role=alert]')).toContain('You can be on 20 boards.')
  expect(refused.$(`${FORM} [name=name]`).getAttribute('value')).toBe('A wedding')
})

test('a browser with boards of its own keeps them when the link of another is opened', async () => {
  const [one, other] = [site.stranger(), site.stranger()]
  const board = await planned(one)
  const own = await planned(other, { name: 'A gala' })
  const settings = await one.get(`${board}/settings`)
  const link = settings.$('input[value*="/boards/continue"]').getAttribute('value') ?? ''
  const { pathname, search } = new URL(link)
  const page = await other.get(pathname + search)
  const refused = await other.submit(page, 'main form', {})
  expect(refused.text('main')).toContain('This browser has other boards.')
  expect((await other.get(own)).text('h1')).toBe('A gala')
})

test('making boards and trying links are limited by address', async () => {
  const peer = '203.0.113.20'
  const board = await plannedBoard(site, [newVisitor().planner])
  const make = () => site.stranger().post('/boards', { ...wedding, ...ana }, { peer })
  const made: number[] = []
  for (let turn = 0; turn < 31; turn++) made.push((await make()).status)
  expect([made.slice(0, 30).every((status) => status === 302), made[30]]).toEqual([true, 429])
  expect((await make()).$(`${FORM} [name=name]`).getAttribute('value')).toBe('A wedding')
  const guess = () => site.stranger().get(`${board.path}?code=${newId()}`, { peer })
  const guessed = new Set<number>()
  for (let turn = 0; turn < 120; turn++) guessed.add((await guess()).status)
  expect([...guessed]).toEqual([404])
  const refused = await site.stranger().get(board.link, { peer })
  expect(refused.status).toBe(429)
  expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text('main')).toContain('Please try again in')
  expect((await site.stranger().get(board.link, { peer: '203.0.113.21' })).status).toBe(200)
})
