import { expect, test } from 'vitest'
import type { AnnouncementId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { sendAnnouncements } from '#domain/site/announcements/send-announcements.ts'
import { testSite } from '#test/app.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'

const { db, make, clock, ...site } = await testSite()
const admin = await make.admin({ full_name: 'Ada Admin' })
const { timeZone } = site.settings
const today = calendarDateIn(timeZone, clock.now())
const asAdmin = { as: admin }
const LIST = '/admin/announcements'
const FORM = 'main form[method=post]'
const BANNER = 'section[aria-label=Announcement]'

const filled = {
  title: 'Winter hours',
  words: 'We are closed on Friday.',
  audience: 'everybody',
  has_banner: 'on',
  ends_on: today,
}

const publish = (given: Parameters<typeof make.announcement>[0] = {}) =>
  make.announcement({ admin, now: clock.now(), timeZone, ...given })

const end = (id: AnnouncementId) => site.post(`${LIST}/${id}`, { intent: 'end' }, asAdmin)

const bannerFor = async (as: Person | null, path = '/about') => {
  const page = await site.get(path, { as })
  return page.$$(BANNER)[0]?.textContent ?? null
}

test('an admin writes, previews, publishes and ends an announcement', async () => {
  const form = await site.get(`${LIST}/new`, asAdmin)
  const refused = await site.submit(form, FORM, { ...filled, title: '', link_label: 'Go' }, asAdmin)
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('Please enter a title.')
  expect(refused.text('main')).toContain('Please enter where the link leads, or remove its words.')
  expect(refused.text('[name=words]')).toContain('closed on Friday')
  const withCity = { ...filled, has_email: 'on', link_label: '' }
  const saved = await site.submit(refused, FORM, withCity, asAdmin)
  expect(saved.location).toMatch(/^\/admin\/announcements\/[\w-]{36}\/publish$/)
  const confirm = await site.get(saved.location ?? '', asAdmin)
  expect(confirm.text('main')).toContain('Publish it for Everybody?')
  expect(confirm.text('main')).toMatch(
    /A banner for every visitor and \d+ (person|people) with an account/,
  )
  expect(confirm.text('main')).toMatch(/An email to \d+ (person|people), /)
  expect(await bannerFor(null)).toBeNull()
  const published = await site.submit(confirm, FORM, {}, asAdmin)
  const address = published.location ?? ''
  expect(address).toMatch(/^\/admin\/announcements\/[\w-]{36}$/)
  expect(await bannerFor(null, '/about?x=1')).toContain('We are closed on Friday.')
  const again = await site.submit(confirm, FORM, {}, asAdmin)
  expect(again.location).toBe(address)
  expect((await site.get(saved.location ?? '', asAdmin)).location).toBe(address)
  expect((await site.get(LIST, asAdmin)).text('main')).toMatch(/Winter hours.*Live/s)
  const page = await site.get(`${address}?ask=end`, asAdmin)
  const ended = await site.submit(page, 'dialog form[method=post]', {}, asAdmin)
  expect(ended.location).toBe(address)
  expect(await bannerFor(null, '/about?x=2')).toBeNull()
  await site.submit(page, 'dialog form[method=post]', {}, asAdmin)
  expect((await site.get(address, asAdmin)).text()).toContain(
    'This announcement has ended already.',
  )
  const lines = await readRows(db, 'audit_log', 'action', { noun: 'announcement' }, 'at')
  expect(lines.map(({ action }) => action).toSorted()).toEqual(['add', 'end early', 'publish'])
  const log = await site.get('/admin/audit', asAdmin)
  expect(log.text('main')).toContain('ended early: announcement')
  expect(
    (await site.get(`${LIST}/new?from=${address.split('/').at(-1)}`, asAdmin))
      .$('[name=title]')
      .getAttribute('value'),
  ).toBe('Winter hours')
})

test('every refusal is said beside its field, and what was typed is kept', async () => {
  const form = await site.get(`${LIST}/new`, asAdmin)
  const wrong = {
    ...{ title: 'x'.repeat(81), words: '', link_address: 'http://a.example', link_label: 'Go' },
    ...{
      audience: 'renters',
      city: '',
      starts_on: '',
      ends_on: addDays(today, -1),
      has_banner: [],
    },
  }
  const refused = await site.submit(form, FORM, wrong, asAdmin)
  expect(refused.status).toBe(400)
  const errors = refused.$$('main form [id$=-error]').map((error) => error.textContent)
  expect(errors).toEqual([
    'Please keep it to 80 characters.',
    'Please enter the text.',
    'Please enter a path like /styles or an https:// address.',
    'Please choose a city.',
    'Please enter a date.',
    'Please choose a banner, an email, or both.',
  ])
  expect(refused.$('[name=link_address]').getAttribute('value')).toBe('http://a.example')
  expect(refused.$('[name=has_banner]').hasAttribute('checked')).toBe(false)
  expect(await readRows(db, 'announcements', 'id', { words: '' })).toEqual([])
})

test('the question before publishing says when the draft has changed, or a limit is reached', async () => {
  const { id } = await make.draftAnnouncement({ admin, now: clock.now(), timeZone })
  const path = `${LIST}/${id}/publish`
  const opened = await site.get(path, asAdmin)
  const edit = await site.get(`${LIST}/${id}`, asAdmin)
  await site.submit(edit, FORM, { title: 'Another title' }, asAdmin)
  const changed = await site.submit(opened, FORM, {}, asAdmin)
  expect(changed.text('main [role=alert]')).toContain('Another admin has changed this draft.')
  expect(changed.text('main')).toContain('Another title')
  const first = await publish({ hasEmail: true })
  const second = await publish({ hasEmail: true })
  const third = await make.draftAnnouncement({ admin, hasEmail: true, now: clock.now(), timeZone })
  const full = await site.submit(
    await site.get(`${LIST}/${third.id}/publish`, asAdmin),
    FORM,
    {},
    asAdmin,
  )
  expect([full.status, full.text('main [role=alert]')]).toEqual([
    400,
    expect.stringContaining('Two announcements by email begin on its first day already'),
  ])
  for (const one of [first, second]) await end(one.id)
})

test('a draft is deleted; what is published cannot be', async () => {
  const { id } = await make.draftAnnouncement({ admin, now: clock.now(), timeZone })
  const question = await site.get(`${LIST}/${id}?ask=delete`, asAdmin)
  const published = await publish()
  const refused = await site.post(`${LIST}/${published.id}`, { intent: 'delete' }, asAdmin)
  expect(refused.location).toBe(`${LIST}/${published.id}`)
  await end(published.id)
  const deleted = await site.submit(question, 'dialog form[method=post]', {}, asAdmin)
  expect(deleted.location).toBe(LIST)
  expect((await site.get(`${LIST}/${id}`, asAdmin)).status).toBe(404)
  expect((await site.post(`${LIST}/${id}/publish`, { seen: 'x' }, asAdmin)).location).toBe(LIST)
})

test('visitors dismiss a banner without a script; until then their pages are shared', async () => {
  const { id } = await publish({ title: 'For all', linkAddress: '/styles', linkLabel: 'See them' })
  const visitor = site.stranger()
  // A parameter that is not read: no cached page from before answers.
  const shared = await visitor.get('/how-it-works')
  expect(shared.response.headers.get('cache-control')).toContain('s-maxage')
  expect(visitor.cookies.size).toBe(0)
  expect(shared.text(BANNER)).toContain('For all')
  expect(shared.$(`${BANNER} a`).getAttribute('href')).toBe('/styles')
  expect(shared.text(`${BANNER} button`)).toBe('Dismiss the announcement “For all”')
  const dismissed = await visitor.submit(shared, `${BANNER} form`)
  expect(dismissed.location).toBe('/how-it-works')
  const after = await visitor.get('/how-it-works')
  expect(after.$$(BANNER)).toEqual([])
  expect(after.response.headers.get('cache-control')).not.toContain('s-maxage')
  expect((await site.stranger().get('/how-it-works')).$$(BANNER)).toHaveLength(1)
  expect((await site.post('/announcements/dismiss', { announcement: 'x' })).status).toBe(400)
  const elsewhere = { announcement: id, return_to: 'https://evil.example' }
  expect((await site.stranger().post('/announcements/dismiss', elsewhere)).location).toBe('/')
  await end(id)
})

test('people see what is for them on every page, also the home page, and dismiss it for good', async () => {
  const city = await make.city()
  const renter = await make.shopper({ city: city.name, state: city.state })
  const closet = await make.closet()
  const all = await publish({ title: 'For all' })
  clock.advance({ seconds: 1 })
  const closets = await publish({ title: 'For closets', audience: 'closets' })
  clock.advance({ seconds: 1 })
  const forCity = await publish({ title: 'For renters', audience: 'renters', cityId: city.id })
  expect(await bannerFor(closet, '/business')).toContain('For closets')
  expect(await bannerFor(renter, '/')).toContain('For renters')
  expect(await bannerFor(await make.shopper(), '/my-rentals')).toContain('For all')
  expect(await bannerFor(admin, '/admin')).toContain('For all')
  const page = await site.get('/my-rentals', { as: renter })
  await site.submit(page, `${BANNER} form`, {}, { as: renter })
  expect(await bannerFor(renter, '/')).toContain('For all')
  expect(
    await readRow(db, 'announcement_dismissals', 'announcement_id', { user_id: renter.id }),
  ).toEqual({ announcement_id: forCity.id })
  for (const one of [all, closets, forCity]) await end(one.id)
  expect(await bannerFor(closet, '/business')).toBeNull()
})

test('the email ends with a link that turns announcements off', async () => {
  const city = await make.city()
  const renter = await make.shopper({ city: city.name, state: city.state, created_at: clock.now() })
  const mail = { hasEmail: true, hasBanner: false, audience: 'renters', cityId: city.id } as const
  const { id } = await publish({ ...mail, startsOn: addDays(today, 3), endsOn: addDays(today, 3) })
  clock.advance({ days: 4 })
  while ((await sendAnnouncements(db, { now: clock.now(), origin: 'https://shop.example' })) > 0);
  expect(await readRows(db, 'mail_outbox', 'recipient_id', { announcement_id: id })).toEqual([])
  const now = clock.now()
  const second = await publish({ ...mail, startsOn: calendarDateIn(timeZone, now) })
  while ((await sendAnnouncements(db, { now, origin: 'https://shop.example' })) > 0);
  await site.drainJobs()
  const [sent] = await readRows(db, 'mail_outbox', ['topic', 'sent_at', 'recipient_id'], {
    announcement_id: second.id,
  })
  expect(sent).toMatchObject({ topic: 'announcements', recipient_id: renter.id })
  expect(sent?.sent_at).not.toBeNull()
})
