import { expect, test } from 'vitest'
import type { SupportRequestId } from '#db/ids.ts'
import { asId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'
import { testSite } from '#test/app.ts'
import { uploadPhoto } from '#test/make/send-photo.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = () => calendarDateIn(site.settings.timeZone, clock.now())
const deadline = (at: Date) => showDeadline(at, site.settings.timeZone)

const dueOf = async (id: SupportRequestId) =>
  (await readRow(db, 'support_requests', 'due_at', id)).due_at

test('a renter opens a request from the page of their rental, after what is faster', async () => {
  const [renter, closet] = [await make.shopper(), await make.closet()]
  const item = await make.item({ closet, title: 'Navy dress' })
  const { id } = await make.rental({ item, renter, start: addDays(today(), 1) })
  const rental = await site.get(`/my-rentals/${id}`, { as: renter })
  const link = rental.$$('main a').find((one) => one.textContent === 'Something is wrong')
  const kinds = await site.get(link?.getAttribute('href') ?? '', { as: renter })
  expect(kinds.text('main')).toContain('Your rental of Navy dress')
  expect(kinds.text('main')).toContain(
    'We answer within 24 hours, and within four hours about a rental that is out or starts within two days.',
  )
  const chosen = kinds.$$('main a').find((one) => one.text.startsWith('It is not as described'))
  const form = await site.get(chosen?.getAttribute('href') ?? '', { as: renter })
  expect(form.$(`main a[href="/my-rentals/${id}"]`).text).toBe('the page of your rental')
  const empty = await site.submit(form, 'main form', { words: ' ' }, { as: renter })
  expect([empty.status, empty.text('main form')]).toEqual([
    400,
    expect.stringContaining('Please say what is wrong.'),
  ])
  const sent = await site.submit(form, 'main form', { words: 'It is red.' }, { as: renter })
  const path = sent.location ?? ''
  expect(path).toMatch(/^\/help\/requests\/[-0-9a-f]{36}$/)
  const requestId = asId<SupportRequestId>(path.split('/').at(-1) ?? '')
  const page = await site.get(path, { as: renter })
  const due = await dueOf(requestId)
  expect(due).toEqual(new Date(clock.now().getTime() + 4 * 3_600_000))
  expect(page.text('main')).toContain(`We answer by ${deadline(due)}. You will get an email.`)
  expect(page.text('main')).toContain('It is red.')
  // The same form again opens no other request.
  await site.submit(form, 'main form', { words: 'It is red.' }, { as: renter })
  expect(await readRows(db, 'support_requests', 'id', { person_id: renter.id })).toHaveLength(1)
  const ofAdmin = await site.get(`/admin/rentals/${id}`, { as: await make.admin() })
  expect(ofAdmin.text(`main a[href="/admin/support/${requestId}"]`)).toBe('It is not as described')
  const list = await site.get('/help/requests', { as: renter })
  expect(list.text('main li')).toContain('Navy dress')
  expect(list.text('main li')).toContain('Waiting for us')
})

test('visitors sign in first and return; admins and strangers see nothing', async () => {
  const path = `/help/requests/new?item=${(await make.item()).id}`
  expect((await site.get(path)).location).toBe(`/auth?return_to=${encodeURIComponent(path)}`)
  const { id, person } = await make.supportRequest({ now: clock.now() })
  const own = `/help/requests/${id}`
  expect((await site.get(own, { as: person })).status).toBe(200)
  expect((await site.get(own, { as: await make.shopper() })).status).toBe(404)
  const admin = await make.admin()
  expect((await site.get(own, { as: admin })).location).toBe(`/admin/support/${id}`)
  expect((await site.get(path, { as: admin })).text('main')).toContain('Go to Admin')
  const words = { words: 'Mine now.' }
  for (const as of [await make.shopper(), admin])
    expect((await site.post(own, words, { as })).status).toBe(404)
  expect((await site.post(`${path}&kind=other`, words, { as: admin })).status).toBe(404)
  const hidden = await make.item({ approval_status: 'pending' })
  const toHidden = `/help/requests/new?item=${hidden.id}`
  expect((await site.get(toHidden, { as: person })).status).toBe(404)
})

test('every kind of problem has a form, and a closet opens one about its rental', async () => {
  const closet = await make.closet()
  const { id } = await make.rental({ item: await make.item({ closet }) })
  const rental = await site.get(`/business/rentals/${id}`, { as: closet })
  const path = `/help/requests/new?rental=${id}`
  expect(rental.text(`main a[href="${path}"]`)).toBe('Something is wrong')
  const kinds = await site.get(path, { as: closet })
  const links = kinds.$$('main li a').map((one) => one.getAttribute('href') ?? '')
  expect(links).toHaveLength(7)
  for (const link of links)
    expect((await site.get(link, { as: closet })).has('main form')).toBe(true)
})

test('photos of a request are seen by its person and admins only', async () => {
  const person = await make.shopper()
  const { id: image } = await uploadPhoto(site, person, 'support')
  const form = { words: 'See the hem.', photos: image }
  const sent = await site.post('/help/requests/new?kind=damaged', form, { as: person })
  const page = await site.get(sent.location ?? '', { as: person })
  const photo = page.$('main li img').getAttribute('src') ?? ''
  for (const [as, status] of [
    [person, 200],
    [await make.admin(), 200],
    [await make.shopper(), 404],
    [await make.closet(), 404],
  ] as const)
    expect((await site.get(photo, { as })).status).toBe(status)
  const { html } = await site.get('/profile/your-data.json', { as: person })
  expect(html).toContain(`http://localhost:3000${photo.replace('?w=320', '')}`)
})

test('an admin answers with photos, which stay in the form, and the person finds the request', async () => {
  const admin = await make.admin()
  const renter = await make.shopper()
  const { id: rentalId } = await make.rental({ renter })
  const { id } = await make.supportRequest({
    person: renter,
    about: { rentalId },
    now: clock.now(),
    words: 'A hole.',
  })
  const path = `/admin/support/${id}`
  const image = await uploadPhoto(site, admin, 'support')
  const form = { photos: image.id, words: '', seen: '1' }
  const empty = await site.post(path, { ...form, intent: 'answer' }, { as: admin })
  expect([empty.status, empty.text('main')]).toEqual([
    400,
    expect.stringContaining('Please write an answer.'),
  ])
  expect(empty.$('input[name=photos]').getAttribute('value')).toBe(image.id)
  await site.post(path, { ...form, intent: 'answer', words: 'Like this?' }, { as: admin })
  for (const as of [renter, admin]) {
    const page = await site.get(as === admin ? path : `/help/requests/${id}`, { as })
    expect(page.html).toContain(`/photos/`)
    expect(page.html).toContain(image.id)
  }
  const mail = await readRow(db, 'mail_outbox', ['text_body'], {
    recipient_id: renter.id,
    template: 'support-answered',
  })
  expect(mail.text_body).toContain('With 1 photo, on the page of your request.')
  const rental = await site.get(`/my-rentals/${rentalId}`, { as: renter })
  expect(rental.text('ul[aria-label="Your requests"]')).toMatch(/Your request: .*Answered/)
  expect(rental.$('header a[href="/help/requests"]').text).toContain('Your requests')
})

test('an admin takes a request, inserts a saved answer and sends it; the person reads and closes', async () => {
  const [admin, other] = [await make.admin({ full_name: 'Ada Moss' }), await make.admin()]
  const { id, person } = await make.supportRequest({ now: clock.now(), words: 'No refund came.' })
  const path = `/admin/support/${id}`
  const overview = await site.get('/admin', { as: admin })
  expect(overview.text('#waits + ul')).toMatch(/support requests? to answer/)
  const answers = await site.get('/admin/support/answers', { as: admin })
  const saved = { title: 'Refunds', body: 'Refunds take 5 to 10 days.' }
  const added = await site.submit(answers, 'main form[method=post]', saved, { as: admin })
  expect((await site.get(added.location ?? '', { as: admin })).text('main')).toContain('Refunds')

  const first = await site.get(path, { as: admin })
  const taken = await site.submit(first, 'main form:has(input[name=to])', {}, { as: admin })
  const page = await site.get(taken.location ?? '', { as: admin })
  expect(page.html).toContain(`The request of ${person.fullName} is assigned to Ada Moss.`)
  const assign = { intent: 'assign', to: other.id, seen_to: '' }
  const late = await site.post(path, assign, { as: other })
  expect((await site.get(late.location ?? '', { as: other })).html).toContain(
    'Ada Moss has taken this request in the meantime.',
  )
  const seen = page.$('input[name=seen]').getAttribute('value') ?? ''
  const { id: savedId } = await readRow(db, 'saved_answers', 'id', { title: 'Refunds' })
  const insert = { intent: 'insert', saved: savedId, words: 'Hello.', seen }
  const inserted = await site.post(path, insert, { as: admin })
  expect(inserted.$('textarea[name=words]').text.trim()).toBe(
    'Hello.\n\nRefunds take 5 to 10 days.',
  )
  const nothing = await site.post(path, { ...insert, saved: '' }, { as: admin })
  expect([nothing.status, nothing.text('main')]).toEqual([
    400,
    expect.stringContaining('Please choose a saved answer.'),
  ])
  // Another admin answers first.
  await make.supportAnswer(other, id, { now: clock.now(), words: 'It is on its way.' })
  const answer = { intent: 'answer', words: 'Hello.', seen }
  const conflict = await site.post(path, answer, { as: admin })
  expect(conflict.text('[role=alert]')).toBe(
    `${other.fullName} has written in the meantime. Please read the new message, then send your answer again.`,
  )
  expect(conflict.text('main')).toContain('It is on its way.')
  expect(conflict.$('textarea[name=words]').text.trim()).toBe('Hello.')
  const sent = await site.post(path, { ...answer, seen: '2' }, { as: admin })
  const list = await site.get(sent.location ?? '', { as: admin })
  expect(list.html).toContain(`Your answer was sent to ${person.fullName}.`)

  const own = await site.get(`/help/requests/${id}`, { as: person })
  expect(own.text('main')).toContain('Answered')
  expect(own.text('main')).not.toContain('Ada Moss')
  const closed = await site.submit(own, 'main form:has(input[value=close])', {}, { as: person })
  const after = await site.get(closed.location ?? '', { as: person })
  expect(after.text('main')).toContain('write to us below by')
  await site.submit(after, 'main form', { words: 'Still nothing.' }, { as: person })
  expect(await readRow(db, 'support_requests', 'status', id)).toEqual({ status: 'open' })
  // Some are of one millisecond, so that their order says nothing.
  const lines = await readRows(db, 'audit_log', 'action', { noun_id: id })
  expect(lines.map(({ action }) => action).toSorted()).toEqual([
    ...['answer', 'answer', 'assign', 'close', 'open'],
  ])
})

test('the list of admins keeps its filter from part to part, and shows one person’s requests', async () => {
  const admin = await make.admin()
  const person = await make.shopper({ full_name: 'Nia Brook' })
  await make.supportRequest({ person, kind: 'safety', now: clock.now() })
  const account = await site.get(`/admin/users/${person.id}`, { as: admin })
  const link = account.$$('main a').find((one) => one.textContent === 'Support requests')
  const theirs = await site.get(link?.getAttribute('href') ?? '', { as: admin })
  expect(theirs.text('main')).toContain('Requests of Nia Brook')
  const safety = await site.get('/admin/support?kind=safety', { as: admin })
  expect(safety.text('main li h2')).toBe('Safety, or how someone behaves')
  expect(safety.has('main a[href="/admin/support?part=mine&kind=safety"]')).toBe(true)
  clock.advance({ hours: 25 })
  const late = await site.get('/admin/support?kind=safety', { as: admin })
  expect(late.text('main section ul.border-t')).toContain('Overdue')
  const overview = await site.get('/admin', { as: admin })
  expect(overview.text('#waits + ul')).toContain('overdue')
})

test('an hour has room for ten requests', async () => {
  const person = await make.shopper()
  const send = () =>
    site.post(
      '/help/requests/new?kind=other',
      { words: 'Again.' },
      { as: person, peer: '203.0.113.9' },
    )
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await send()).status)
  expect(statuses).toEqual([...Array<number>(5).fill(302), ...Array<number>(5).fill(400), 429])
})
