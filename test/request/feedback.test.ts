import { expect, test } from 'vitest'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'

const words = { name: 'Ada', email: 'ada@example.org', message: 'A lovely coat.' }

test('anyone can send feedback, and is thanked', async () => {
  const site = await testSite()
  const form = await site.get('/feedback')
  expect(form.$('input[name=email]').getAttribute('type')).toBe('email')
  const sent = await site.submit(form, 'main form', words)
  expect(sent.location).toBe('/feedback?thanks')
  const thanks = await site.get('/feedback?thanks')
  expect(thanks.text('main')).toContain('Submit More Feedback')
  expect(thanks.has('main form')).toBe(false)
  const stored = await site.db.selectFrom('feedback').selectAll().execute()
  expect(stored).toMatchObject([{ ...words, user_id: null }])
})

test('a signed-in person’s name and email are prefilled in feedback and can be changed', async () => {
  const site = await testSite()
  const shopper = await site.make.shopper({ full_name: 'Sam' })
  const form = await site.get('/feedback', { as: shopper })
  expect(form.$('input[name=name]').getAttribute('value')).toBe('Sam')
  expect(form.$('input[name=email]').getAttribute('value')).toBe(shopper.email)
  await site.submit(form, 'main form', { name: 'S.', message: ' Hello. ' }, { as: shopper })
  expect(await site.db.selectFrom('feedback').selectAll().execute()).toMatchObject([
    { name: 'S.', email: shopper.email, message: 'Hello.', user_id: shopper.id },
  ])
})

test.for([
  ['name', ' ', 'Please fill in all required fields'],
  ['email', '', 'Please fill in all required fields'],
  ['message', '\n', 'Please fill in all required fields'],
  ['message', '\0', 'Please fill in all required fields'],
  ['email', 'ada at example', 'Please enter a valid email address.'],
  ['message', 'x'.repeat(5001), 'Please keep it to 5,000 characters.'],
] as const)('%s that reads %j is refused and everything typed is kept', async ([
  field,
  value,
  sentence,
]) => {
  const site = await testSite()
  const page = await site.post('/feedback', { ...words, [field]: value })
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain(sentence)
  const withheld = page
    .$$('main input, main textarea')
    .map((one) => one.getAttribute('value') ?? one.textContent)
  for (const [name, text] of Object.entries(words))
    if (name !== field) expect(withheld).toContain(text)
  expect(await site.db.selectFrom('feedback').selectAll().execute()).toEqual([])
})

test('the sixth feedback in an hour is refused, and the input stays', async () => {
  const site = await testSite()
  const from = { peer: '203.0.113.9' }
  for (let n = 0; n < 5; n++) expect((await site.post('/feedback', words, from)).status).toBe(302)
  const page = await site.post('/feedback', words, from)
  expect(page.status).toBe(429)
  expect(page.$('textarea').textContent).toBe(words.message)
  expect((await site.post('/feedback', words, { peer: '203.0.113.10' })).status).toBe(302)
})

test('a failure is shown at the form, and the input stays', async () => {
  const site = await testSite()
  await site.db.schema.alterTable('feedback').renameTo('feedback_away').execute()
  const page = await site.post('/feedback', words)
  takeConsoleErrors()
  expect(page.status).toBe(500)
  expect(page.text('main [role=alert]')).toBe('Failed to submit feedback')
  expect(page.$('textarea').textContent).toBe(words.message)
})

test('admins see the entries instead and delete one after a confirmation, without a script', async () => {
  const site = await testSite()
  const admin = await site.make.admin()
  await site.post('/feedback', words)
  const list = await site.get('/feedback', { as: admin })
  expect(list.text('main')).toContain('A lovely coat.')
  expect(list.has('textarea')).toBe(false)
  const { created_at } = await readRow(site.db, 'feedback', 'created_at', {})
  expect(list.text('main li time')).toBe(showInstant(created_at, 'America/New_York'))
  const confirmation = await site.submit(list, 'main li form', {}, { as: admin })
  expect(confirmation.text('dialog[open]')).toContain(
    'Are you sure you want to delete this feedback?',
  )
  expect(await site.db.selectFrom('feedback').selectAll().execute()).toHaveLength(1)
  const deleted = await site.submit(confirmation, 'dialog form[method=post]', {}, { as: admin })
  expect(deleted.text('main')).toContain('No feedback yet')
  const log = await site.db
    .selectFrom('audit_log')
    .selectAll()
    .where('noun', '=', 'feedback')
    .execute()
  expect(log).toMatchObject([{ actor_id: admin.id, action: 'delete' }])
})

test('only admins read and delete feedback', async () => {
  const site = await testSite()
  await site.post('/feedback', words)
  const [entry] = await site.db.selectFrom('feedback').selectAll().execute()
  for (const as of [null, await site.make.shopper(), await site.make.closet()]) {
    const page = await site.post('/feedback', { delete: entry?.id ?? '', confirmed: 'yes' }, { as })
    expect(page.status).toBe(403)
    expect((await site.get('/feedback', { as })).html).not.toContain('A lovely coat.')
  }
  expect(await site.db.selectFrom('feedback').selectAll().execute()).toHaveLength(1)
})
