import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { db, make } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }
const closet = await make.closet()
const shopper = await make.shopper()

const emailsAbout = async (title: string) => {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('recipient_id', '=', closet.id)
    .where('subject', 'like', `%${title}%`)
    .orderBy('id')
    .execute()
  return rows
}

test('a closet gets an email about each decision on its item, with the reason', async () => {
  const item = await make.item({ closet, title: 'Wool coat', approval_status: 'pending' })
  const list = await site.get('/admin/items', as)
  const deny = list.$(`a[href*="deny=${item.id}"]`).getAttribute('href') ?? ''
  const confirmation = await site.get(deny, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Deny Wool coat?')
  const refused = await site.submit(confirmation, 'dialog form[method=post]', {}, as)
  expect([refused.status, refused.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('Please give a reason.'),
  ])
  await site.submit(
    confirmation,
    'dialog form[method=post]',
    { reason: 'One sleeve is missing.' },
    as,
  )
  const late = await site.get(deny, as)
  expect(late.text('main')).toContain('This item is no longer waiting for review.')
  expect(late.has('dialog[open]')).toBe(false)
  const [message] = await emailsAbout('Wool coat')
  expect(message).toMatchObject({ template: 'item-denied' })
  expect(message?.text_body).toContain('Reason: One sleeve is missing.')
  expect(message?.text_body).toContain(`/business/items/${item.id}`)
  const form = await site.get(`/business/items/${item.id}`, { as: closet })
  expect(form.text('main')).toContain('One sleeve is missing.')
})

test('items are reviewed oldest first, and the toast names the one that was decided', async () => {
  const pending = { closet, approval_status: 'pending' } as const
  const later = await make.item({ ...pending, created_at: new Date('2026-02-02T12:00:00Z') })
  const first = await make.item({
    ...pending,
    title: 'Velvet cape',
    created_at: new Date('2026-02-01T12:00:00Z'),
  })
  const list = await site.get('/admin/items', as)
  const shown = list.$$('main article h2').map(({ id }) => id)
  expect(shown.indexOf(`item-${first.id}`)).toBeLessThan(shown.indexOf(`item-${later.id}`))
  await site.submit(list, `form:has([name=item][value="${first.id}"])`, {}, as)
  expect((await site.get('/admin/items', as)).text('section[aria-label=Messages]')).toContain(
    'Approved Velvet cape. The closet will get an email.',
  )
})

test('an admin can take down an approved item with a reason, and restore it', async () => {
  const item = await make.item({ closet, title: 'Silk dress' })
  expect((await site.get(`/item/${item.id}`, { as: shopper })).status).toBe(200)
  const page = await site.get(`/admin/items/${item.id}`, as)
  const confirmation = await site.get(
    page.$('a[href$="ask=take-down"]').getAttribute('href') ?? '',
    as,
  )
  expect(confirmation.text('dialog[open] h2')).toBe('Take down Silk dress?')
  const down = await site.submit(
    confirmation,
    'dialog form[method=post]',
    { template: 'The description does not match the photo.' },
    as,
  )
  expect(down.location).toBe(`/admin/items/${item.id}`)
  expect((await site.get(`/item/${item.id}`, { as: shopper })).status).toBe(404)
  const taken = await site.get(`/admin/items/${item.id}`, as)
  expect(taken.text('main')).toContain('The description does not match the photo.')
  await site.submit(taken, 'form:has([name=intent][value=put-back])', {}, as)
  expect((await site.get(`/item/${item.id}`, { as: shopper })).status).toBe(200)
  expect((await emailsAbout('Silk dress')).map(({ template }) => template)).toEqual([
    'item-taken-down',
    'item-approved',
  ])
  const audit = await readRows(db, 'audit_log', ['action', 'actor_id'], { noun_id: item.id }, 'id')
  expect(audit).toEqual([
    { action: 'take down', actor_id: admin.id },
    { action: 'put back', actor_id: admin.id },
  ])
})

test('only approved items can be taken down, and only taken-down items restored', async () => {
  const item = await make.item({ closet, approval_status: 'pending' })
  const fields = { item: item.id, changed_at: item.updated_at.toISOString(), reason: 'No.' }
  for (const intent of ['take-down', 'put-back'])
    await site.post(`/admin/items/${item.id}`, { intent, ...fields }, as)
  const row = await readRow(db, 'clothing_items', 'approval_status', item.id)
  expect(row.approval_status).toBe('pending')
})

test('a search covers every tab of items and applications', async () => {
  await make.item({ closet, title: 'Needle in velvet' })
  const list = await site.get('/admin/items', as)
  const found = await site.submit(list, 'form[role=search]', { q: 'needle' }, as)
  expect(found.text('main')).toContain('Needle in velvet')
})
