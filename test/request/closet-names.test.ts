import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { db, make } = site
const as = { as: await make.admin() }

const fields = { full_name: 'The New Room', phone: '', city: '', state: '', instagram_handle: '' }
const WAITING =
  '“The New Room” is waiting for review. Until it is approved, everyone sees “The Old Room”.'
const TO_REVIEW = 'Your new name will be visible once it is approved.'

const oldRoom = () => make.closet({ full_name: 'The Old Room' })
// Visitors get pages that are up to two seconds old.
const shopper = await make.shopper()
const closetPage = (id: string) => site.get(`/closets/${id}`, { as: shopper })
const shownName = async (id: string) => (await closetPage(id)).text('h1')
const filledIn = (page: Awaited<ReturnType<typeof site.get>>) =>
  page.$('main [name=full_name]').getAttribute('value')

async function requested() {
  const closet = await oldRoom()
  await site.post('/profile', fields, { as: closet })
  return closet
}

test.for([
  ['the profile', '/profile', '/profile', {}],
  ['My Closet', '/business?edit=profile', '/business', { intent: 'profile' }],
] as const)('a name that a closet enters in %s waits for review', async ([, at, to, more]) => {
  const closet = await oldRoom()
  const own = { as: closet }
  const saved = await site.post(at, { ...fields, ...more }, own)
  expect(saved.location).toBe(to)
  expect((await site.get(to, own)).html).toContain(TO_REVIEW)
  const page = await site.get(at, own)
  expect(page.text('main')).toContain(WAITING)
  expect(filledIn(page)).toBe('The New Room')
  expect(await shownName(closet.id)).toBe('The Old Room')
  // Other changes take effect at once, and do not request the name again.
  await site.post(at, { ...fields, ...more, phone: '(212) 555-0100' }, own)
  expect((await site.get(to, own)).html).not.toContain(TO_REVIEW)
  expect((await closetPage(closet.id)).html).toContain('(212) 555-0100')
  // The name that everyone sees withdraws the new one.
  await site.post(at, { ...fields, ...more, full_name: 'The Old Room' }, own)
  const after = await site.get(at, own)
  expect(after.text('main')).not.toContain('waiting for review')
  expect(filledIn(after)).toBe('The Old Room')
})

test('a closet withdraws its new name', async () => {
  const own = { as: await requested() }
  const page = await site.get('/profile', own)
  const withdraw = () => site.submit(page, 'main form:has([name=withdraw_name])', {}, own)
  expect((await withdraw()).location).toBe('/profile')
  const after = await site.get('/profile', own)
  expect(after.html).toContain('Withdrawn. Your name stays as it is.')
  expect([filledIn(after), after.has('[name=withdraw_name]')]).toEqual(['The Old Room', false])
  await withdraw()
  expect((await site.get('/profile', own)).html).toContain(
    'This name is no longer waiting for review.',
  )
})

test('a shopper’s name is saved at once', async () => {
  await site.post('/profile', fields, { as: shopper })
  const page = await site.get('/profile', { as: shopper })
  expect(page.html).toContain('Your profile has been saved.')
  expect(page.html).not.toContain(TO_REVIEW)
  expect([filledIn(page), page.has('[name=withdraw_name]')]).toEqual(['The New Room', false])
  expect(page.text('main')).not.toContain('A new name is reviewed')
})

test('an admin approves a name, which everyone sees then', async () => {
  const closet = await requested()
  const overview = await site.get('/admin', as)
  expect(overview.text('section[aria-labelledby=waits] a[href="/admin/names"]')).toMatch(
    /closet names? to review/,
  )
  const person = await site.get(`/admin/users/${closet.id}`, as)
  expect(person.text('[aria-label=Contact] a[href="/admin/names"]')).toBe('The New Room')
  const list = await site.get('/admin/names', as)
  const row = `main li:has(a[href="/admin/users/${closet.id}"])`
  expect(list.text(row)).toMatch(/The Old Room →\s*The New Room/)
  const form = `${row} form:has([value=approve])`
  const approved = await site.submit(list, form, { intent: 'approve' }, as)
  expect(approved.location).toMatch(/^\/admin\/names\?since=/)
  expect((await site.get('/admin/names', as)).html).toContain(
    'Approved The New Room. The closet will get an email.',
  )
  expect(await shownName(closet.id)).toBe('The New Room')
  // Another admin has the same list open.
  await site.submit(list, form, { intent: 'approve' }, as)
  expect((await site.get('/admin/names', as)).html).toContain(
    'This name is no longer waiting for review.',
  )
  expect((await site.get(`/admin/audit?id=${closet.id}`, as)).text('main')).toMatch(
    /approved the new name of\s+closet/,
  )
})

test('a denial needs a reason, and a replaced name is reviewed again', async () => {
  const closet = await requested()
  const list = await site.get('/admin/names', as)
  const address = list.$(`a[href*="deny=${closet.id}"]`).getAttribute('href') ?? ''
  const question = await site.get(address, as)
  expect(question.text('dialog[open] h2')).toBe('Deny the name The New Room?')
  const refused = await site.submit(question, 'dialog form[method=post]', {}, as)
  expect([refused.status, refused.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('Please give a reason.'),
  ])
  await site.post('/profile', { ...fields, full_name: 'A Newer Room' }, { as: closet })
  const reason = { reason: 'Somebody else has it.' }
  await site.submit(question, 'dialog form[method=post]', reason, as)
  expect((await site.get('/admin/names', as)).html).toContain(
    'The closet has changed this name in the meantime. Please review it again.',
  )
  const current = await site.get(address, as)
  expect(current.text('dialog[open] h2')).toBe('Deny the name A Newer Room?')
  const denied = await site.submit(current, 'dialog form[method=post]', reason, as)
  expect(denied.location).toMatch(/^\/admin\/names\?since=/)
  const late = await site.get(address, as)
  expect(late.text('main')).toContain('This name is no longer waiting for review.')
  const page = await site.get('/profile', { as: closet })
  expect([filledIn(page), page.has('[name=withdraw_name]')]).toEqual(['The Old Room', false])
  const { text_body } = await readRow(db, 'mail_outbox', 'text_body', { recipient_id: closet.id })
  expect(text_body).toContain('Reason: Somebody else has it.')
})

test('without names to review the list says so', async () => {
  const empty = await testSite()
  const page = await empty.get('/admin/names', { as: await empty.make.admin() })
  expect(page.text('main')).toContain('No names to review')
})
