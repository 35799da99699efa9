import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { applicationForm, applicationsOn } from './application-form.ts'

const site = await testSite()
const { db, make } = site
const admin = await make.admin()
const as = { as: admin }
const toastOf = async (path: string, who = as) =>
  (await site.get(path, who)).text('section[aria-label=Messages]')

/** A closet with items to review; the clock moves, so that each decision has its own instant. */
async function waiting(count: number, title = 'Piece') {
  const closet = await make.closet({ full_name: 'Wild Fig' })
  const items = []
  for (let n = 1; n <= count; n++)
    items.push(
      await make.item({
        closet,
        title: `${title} ${n}`,
        approval_status: 'pending',
        created_at: new Date(Date.UTC(2026, 0, n)),
      }),
    )
  site.clock.advance({ seconds: 60 })
  return { closet, items, list: `/admin/items?status=pending&owner=${closet.id}` }
}

/** What the boxes of a page select. */
const selectedOn = (page: Awaited<ReturnType<typeof site.get>>) => ({
  selected: page.$$('main [name=selected][checked]').map((box) => box.getAttribute('value') ?? ''),
})

const shownTitles = (page: Awaited<ReturnType<typeof site.get>>) =>
  page.$$('main article h2').map(({ textContent }) => textContent.trim())

test('a decided item stays in its place with Undo, without a script', async () => {
  const { closet, items, list } = await waiting(3)
  const [, middle] = items
  if (!middle) throw new Error('three items')
  const page = await site.get(list, as)
  const form = `form:has([name=item][value="${middle.id}"])`
  const approved = await site.submit(page, form, {}, as)
  const here = approved.location ?? ''
  const after = await site.get(here, as)
  expect(after.text('section[aria-label=Messages]')).toContain(
    'Approved Piece 2. The closet will get an email.',
  )
  expect(shownTitles(after)).toEqual(['Piece 1', 'Piece 2', 'Piece 3'])
  expect(after.text(`article:has(#item-${middle.id})`)).toMatch(/Approved\s*Undo/)
  // The toast undoes it as well.
  const undone = await site.submit(after, 'section[aria-label=Messages] form', {}, as)
  expect(undone.location).toBe(here)
  expect(await toastOf(here)).toContain('To review again: Piece 2.')
  expect((await readRow(db, 'clothing_items', 'approval_status', middle.id)).approval_status).toBe(
    'pending',
  )
  const again = await site.get(here, as)
  await site.submit(again, form, {}, as)
  const decided = await site.get(here, as)
  await site.submit(decided, `main article:has(#item-${middle.id}) form`, {}, as)
  expect(await toastOf(here)).toContain('To review again: Piece 2.')
  // A second click, or an old page.
  await site.submit(decided, `main article:has(#item-${middle.id}) form`, {}, as)
  expect(await toastOf(here)).toContain('This can no longer be undone.')
  expect(await readRows(db, 'mail_outbox', 'template', { recipient_id: closet.id }, 'id')).toEqual([
    { template: 'item-approved' },
    { template: 'items-reviewed-again' },
    { template: 'item-approved' },
    { template: 'items-reviewed-again' },
  ])
})

test('twelve items of a closet are approved in three clicks, also without a script', async () => {
  const { closet, items } = await waiting(12, 'Gown')
  const queue = await site.get('/admin/items', as)
  const only = queue.$(`main a[href*="owner=${closet.id}"]`)
  expect(only.textContent).toBe('Only items of Wild Fig')
  const theirs = await site.get(only.getAttribute('href') ?? '', as)
  expect(theirs.has('main [name=selected][checked]')).toBe(false)
  const all = await site.get(theirs.$('#approve-selected a').getAttribute('href') ?? '', as)
  expect(all.$$('main [name=selected][checked]')).toHaveLength(12)
  const approved = await site.submit(all, '#approve-selected', selectedOn(all), as)
  const after = await site.get(approved.location ?? '', as)
  expect(after.text('section[aria-label=Messages]')).toContain(
    'Approved 12 items: Gown 1, Gown 2, Gown 3 and 9 more.',
  )
  expect(shownTitles(after)).toHaveLength(12)
  const emails = await readRows(db, 'mail_outbox', ['subject'], { recipient_id: closet.id })
  expect(emails).toEqual([{ subject: 'Approved: 12 items' }])
  await site.submit(after, 'section[aria-label=Messages] form', {}, as)
  for (const { id } of items)
    expect((await readRow(db, 'clothing_items', 'approval_status', id)).approval_status).toBe(
      'pending',
    )
})

test('twelve items of one import are found in the queue and approved in three clicks', async () => {
  const { closet, items } = await waiting(13, 'Kimono')
  const [byHand, ...added] = items
  const at = site.clock.now()
  const { id: importId } = await db
    .insertInto('listing_imports')
    .values({
      ...{ id: newId(), owner_id: closet.id, status: 'done', file_name: 'fall.csv' },
      ...{ columns: ['title'], row_count: 12, created: 12 },
      ...{ made_at: new Date(Date.UTC(2026, 0, 2)), done_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('listing_import_rows')
    .values(
      added.map(({ id: item_id }, row) => ({
        ...{ import_id: importId, row_no: row + 2, given: '{}', outcome: 'added' as const },
        item_id,
      })),
    )
    .execute()
  const queue = await site.get(`/admin/items?owner=${closet.id}`, as)
  expect(queue.text(`article:has(#item-${byHand?.id})`)).not.toContain('import')
  const only = queue.$(`main a[href*="import=${importId}"]`)
  expect(only.textContent).toBe('Only the 12 items of this import')
  const theirs = await site.get(only.getAttribute('href') ?? '', as)
  expect(theirs.text('main')).toContain('From one import of Wild Fig')
  expect(shownTitles(theirs)).toHaveLength(12)
  const all = await site.get(theirs.$('#approve-selected a').getAttribute('href') ?? '', as)
  const approved = await site.submit(all, '#approve-selected', selectedOn(all), as)
  expect(await toastOf(approved.location ?? '')).toContain('Approved 12 items:')
  expect(await readRows(db, 'mail_outbox', ['subject'], { recipient_id: closet.id })).toEqual([
    { subject: 'Approved: 12 items' },
  ])
})

test('what another admin decided meanwhile is named, and the rest is approved', async () => {
  const { items, list } = await waiting(3, 'Coat')
  const all = await site.get(`${list}&select=all`, as)
  const [first] = items
  if (!first) throw new Error('three items')
  await site.submit(
    all,
    `form:has([name=item][value="${first.id}"])`,
    {},
    {
      as: await make.admin(),
    },
  )
  const approved = await site.submit(all, '#approve-selected', selectedOn(all), as)
  expect(await toastOf(approved.location ?? '')).toContain(
    'Approved 2 items: Coat 2 and Coat 3. Not approved: Coat 1 (already approved in the meantime).',
  )
  const nothing = await site.submit(all, '#approve-selected', selectedOn(all), as)
  expect(await toastOf(nothing.location ?? '')).toMatch(/^Not approved: Coat 1 \(already approved/)
})

test('approving without a selection says so', async () => {
  const { list } = await waiting(1, 'Scarf')
  const page = await site.get(list, as)
  const sent = await site.submit(page, '#approve-selected', {}, as)
  expect(await toastOf(sent.location ?? '')).toContain('Please select at least one item first.')
})

test('an item to review shows what a decision needs', async () => {
  const closet = await make.closet()
  const item = await make.item({
    closet,
    title: 'Satin gown',
    approval_status: 'pending',
    category: 'Gown',
    replacement_value_cents: 28_000,
  })
  await db
    .insertInto('item_measurements')
    .values({ item_id: item.id, bust_cm: 94, stretch: 'some' })
    .execute()
  const page = await site.get(`/admin/items?status=pending&owner=${closet.id}`, as)
  const shown = page.text(`article:has(#item-${item.id})`)
  for (const fact of ['Gown', 'Replacement value', '$280', 'bust 37 in, some stretch'])
    expect(shown).toContain(fact)
})

test('a decision about an application is undone; the closet is none again', async () => {
  const own = await testSite()
  const boss = { as: await own.make.admin() }
  const person = await own.make.shopper()
  const { id: cityId } = await own.make.city({ name: 'Austin', state: 'TX' })
  await own.post('/business-apply', applicationForm(cityId), { as: person })
  const { applicationOf, statusOf, mailsTo } = applicationsOn(own)
  const { id } = await applicationOf(person.id)
  const list = await own.get('/admin/applications', boss)
  const approve = `form:has([name=application][value="${id}"])`
  const approved = await own.submit(list, approve, {}, boss)
  const decided = await own.get(approved.location ?? '', boss)
  expect(decided.text(`article:has(#application-${id})`)).toMatch(/Approved\s*Undo/)
  const undone = await own.submit(decided, 'section[aria-label=Messages] form', {}, boss)
  const toast = (await own.get(undone.location ?? '', boss)).text('section[aria-label=Messages]')
  expect(toast).toContain('To review again: Nora Quist. The applicant will get an email.')
  expect(await statusOf(person.id)).toMatchObject({
    account_type: 'regular',
    business_status: 'pending',
  })
  expect((await applicationOf(person.id)).status).toBe('pending')
  expect(await mailsTo(person.email)).toContain('application-reopened')
  // A closet that has items stays one.
  await own.submit(await own.get('/admin/applications', boss), approve, {}, boss)
  await own.make.item({ business_id: person.id })
  const late = await own.post('/admin/applications', { application: id, intent: 'undo' }, boss)
  expect((await own.get(late.location ?? '', boss)).text()).toContain(
    'Nora Quist has listed items already. You can change the account type instead.',
  )
  expect((await statusOf(person.id)).business_status).toBe('approved')
  const other = { as: await own.make.admin() }
  const foreign = await own.post('/admin/applications', { application: id, intent: 'undo' }, other)
  expect((await own.get(foreign.location ?? '', other)).text()).toContain(
    'This can no longer be undone.',
  )
})

test('a denied application waits again after Undo, without its reason', async () => {
  const own = await testSite()
  const boss = { as: await own.make.admin() }
  const person = await own.make.shopper()
  const { id: cityId } = await own.make.city({ name: 'Austin', state: 'TX' })
  await own.post('/business-apply', applicationForm(cityId), { as: person })
  const { applicationOf, statusOf } = applicationsOn(own)
  const { id } = await applicationOf(person.id)
  const deny = { application: id, intent: 'deny', reason: 'Too far.' }
  const denied = await own.post('/admin/applications', deny, boss)
  const page = await own.get(denied.location ?? '', boss)
  expect(page.text(`article:has(#application-${id})`)).toMatch(/Denied\s*Undo/)
  await own.submit(page, `main article:has(#application-${id}) form`, {}, boss)
  expect(await applicationOf(person.id)).toMatchObject({ status: 'pending', denial_reason: null })
  expect((await statusOf(person.id)).business_status).toBe('pending')
})

test('a decision about a name is undone: the closet has its former name, and the new one waits', async () => {
  const closet = await make.closet({ full_name: 'The Old Room' })
  await updateRows(db, 'user_profiles', closet.id, {
    requested_name: 'The New Room',
    name_requested_at: site.clock.now(),
  })
  site.clock.advance({ seconds: 60 })
  const list = await site.get('/admin/names', as)
  const approved = await site.submit(list, `main form:has([value="${closet.id}"])`, {}, as)
  const here = approved.location ?? ''
  const decided = await site.get(here, as)
  expect(decided.text('section[aria-label=Messages]')).toContain('Approved The New Room.')
  const row = `main li:has(#name-${closet.id})`
  expect(decided.text(row)).toMatch(/The Old Room.*The New Room.*Approved\s*Undo/s)
  await site.submit(decided, `${row} form`, {}, as)
  expect(await toastOf(here)).toContain('To review again: The New Room.')
  expect(await readRow(db, 'user_profiles', ['full_name', 'requested_name'], closet.id)).toEqual({
    full_name: 'The Old Room',
    requested_name: 'The New Room',
  })
  expect((await site.get(here, as)).text(row)).toMatch(/Approve.*Deny/s)
  await site.submit(decided, 'section[aria-label=Messages] form', {}, as)
  expect(await toastOf(here)).toContain('This can no longer be undone.')
})
