import { expect, test } from 'vitest'
import type { PersonId, SubscriptionId } from '#db/ids.ts'
import { giveCredits, grantsLeft } from '#domain/money/credits/give-credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { db, make } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }
const DIALOG = 'dialog form[method=post]'

const actionsOn = async (id: string) => {
  const rows = await readRows(db, 'audit_log', 'action', { noun_id: id, actor_id: admin.id }, 'id')
  return rows.map(({ action }) => action)
}

const templatesTo = async (id: PersonId) => {
  const rows = await readRows(db, 'mail_outbox', 'template', { recipient_id: id }, 'id')
  return rows.map(({ template }) => template)
}

/** Opens a question on a person's page and answers it. */
async function answer(id: string, ask: string, fields: Record<string, string> = {}) {
  const confirmation = await site.get(`/admin/users/${id}?ask=${ask}`, as)
  expect(confirmation.has('dialog[open]'), ask).toBe(true)
  return site.submit(confirmation, DIALOG, fields, as)
}

test('a person is found by name, email or phone, and one page shows everything about them', async () => {
  const person = await make.shopper({ full_name: 'Nia Needle', phone: '+1 (646) 555-0142' })
  await make.credits(person, 40)
  await make.rental({ renter: person, item: await make.item({ title: 'Silk cape' }) })
  for (const q of ['needle', person.email, '646 555 0142', '5550142']) {
    const list = await site.get(`/admin/users?${new URLSearchParams({ q })}`, as)
    expect(list.has(`a[href="/admin/users/${person.id}"]`), q).toBe(true)
  }
  const page = await site.get(`/admin/users/${person.id}`, as)
  for (const shown of ['Nia Needle', person.email, '555-0142', 'Balance', 'Silk cape', 'Payments'])
    expect(page.text('main')).toContain(shown)
})

test('the page shows a plan, even of a blocked person or an admin', async () => {
  const planOf = async (person: { readonly id: PersonId }, cancelAt: Date | null) => {
    const id: SubscriptionId = newId()
    await insertRows(db, 'credit_subscriptions', {
      ...{ id, user_id: person.id, stripe_subscription_id: `sub_${id}`, cancel_at: cancelAt },
      ...{ product_type: 'subscription_annual', status: 'active' },
      ...{ renews_at: new Date('2027-06-15T12:00:00Z') },
      ...{ created_at: site.clock.now(), updated_at: site.clock.now() },
    })
    return (await site.get(`/admin/users/${person.id}`, as)).text('main')
  }
  const blocked = await make.shopper({ blocked_at: site.clock.now(), blocked_reason: 'No.' })
  expect(await planOf(blocked, null)).toContain('Annual plan, renews on Jun 15, 2027')
  const ends = new Date('2027-06-15T12:00:00Z')
  expect(await planOf(await make.admin(), ends)).toContain('Annual plan, ends on Jun 15, 2027')
})

test('all admins together grant at most 5,000 credits in 30 days', async () => {
  const [person, other] = [await make.shopper(), await make.shopper()]
  const before = await grantsLeft(db, site.clock.now())
  for (let given = 0; given + 500 <= before; given += 500)
    await giveCredits(
      db,
      await make.admin(),
      { personId: other.id, credits: 500, reason: 'x', key: newId(), origin: 'https://shop.test' },
      site.clock.now(),
    )
  const left = before % 500
  const dialog = await site.get(`/admin/users/${person.id}?ask=give`, as)
  expect(dialog.text('dialog[open]')).toContain(
    `Admins can give 5,000 in 30 days: ${left} are left.`,
  )
  const refused = await site.submit(dialog, DIALOG, { credits: '500', reason: 'Sorry.' }, as)
  expect(refused.status).toBe(400)
  expect(refused.text('dialog[open]')).toContain(
    `Admins can give 5,000 credits in 30 days; ${left} are left.`,
  )
  expect(await grantsLeft(db, new Date(site.clock.now().getTime() + 31 * 86_400_000))).toBe(5000)
})

test('an admin can grant credits with a reason; a form sent twice grants them once', async () => {
  const person = await make.shopper()
  const confirmation = await site.get(`/admin/users/${person.id}?ask=give`, as)
  const refused = await site.submit(confirmation, DIALOG, { credits: '1e3', reason: '' }, as)
  expect(refused.status).toBe(400)
  expect(refused.text('dialog[open]')).toContain('Please enter a whole number from 1 to 500.')
  expect(refused.text('dialog[open]')).toContain('Please give a reason.')
  const fields = { credits: '14', reason: 'The zip was broken.' }
  for (let time = 0; time < 2; time++) {
    const given = await site.submit(refused, DIALOG, fields, as)
    expect(given.location).toBe(`/admin/users/${person.id}`)
  }
  const credits = await site.get('/credits', { as: person })
  expect(credits.text('main')).toContain('14')
  const lots = await readRows(db, 'credit_lots', ['source', 'available'], { user_id: person.id })
  expect(lots).toEqual([{ source: 'grant', available: 14 }])
  expect(await templatesTo(person.id)).toEqual(['credits-given'])
  expect(await actionsOn(person.id)).toEqual(['give credits'])
})

test('a blocked person is signed out and cannot sign in until unblocked', async () => {
  const person = await make.shopper()
  expect((await site.get('/profile', { as: person })).status).toBe(200)
  expect((await answer(person.id, 'block', { reason: ' ' })).status).toBe(400)
  await answer(person.id, 'block', { reason: 'Three items never came back.' })
  expect((await site.get('/profile', { as: person })).location).toMatch(/^\/auth/)
  const page = await site.get(`/admin/users/${person.id}`, as)
  expect(page.text('main')).toContain('Three items never came back.')
  await answer(person.id, 'unblock')
  expect(await templatesTo(person.id)).toEqual(['account-blocked', 'account-unblocked'])
  expect(await actionsOn(person.id)).toEqual(['block', 'unblock'])
})

test('a blocked account cannot sign in, and is told why only with the correct password', async () => {
  const stranger = site.stranger()
  const account = { full_name: 'Bea', email: 'bea@hemline.test', password: 'green velvet cape' }
  await stranger.post('/auth?mode=sign-up', { intent: 'sign-up', ...account })
  const { id } = await readRow(db, 'user_profiles', 'id', { email: account.email })
  await answer(id, 'block', { reason: 'No.' })
  const refused = await site.stranger().post('/auth', { intent: 'sign-in', ...account })
  expect(refused.status).toBe(403)
  expect(refused.text('main')).toContain('This account has been blocked. Please contact support.')
})

test('an admin can end all sessions of a person', async () => {
  const person = await make.shopper()
  expect((await site.get('/profile', { as: person })).status).toBe(200)
  await answer(person.id, 'sign-out')
  expect((await site.get('/profile', { as: person })).location).toMatch(/^\/auth/)
  expect(await actionsOn(person.id)).toEqual(['sign out'])
})

test('an admin who confirms their identity can reset a lost second factor', async () => {
  const password = 'silk and linen'
  const [boss, lost] = [site.stranger(), site.stranger()]
  const email = 'lost@hemline.test'
  await boss.post('/auth?mode=sign-up', {
    full_name: 'Bo Boss',
    email: 'bo@hemline.test',
    password,
  })
  await lost.post('/auth?mode=sign-up', { full_name: 'Lo Lost', email, password })
  const idOf = async (address: string) =>
    (await readRow(db, 'user_profiles', 'id', { email: address })).id
  const [bossId, id] = [await idOf('bo@hemline.test'), await idOf(email)]
  await updateRows(db, 'user_profiles', bossId, { account_type: 'admin' })
  const path = `/admin/users/${id}`
  const ask = `${path}?ask=reset-second-factor`
  expect((await boss.get(path)).has('a[href$="ask=reset-second-factor"]')).toBe(false)

  await lost.post('/profile/second-factor', { what: 'begin', password })
  const begun = await lost.get('/profile/second-factor')
  const key = begun.text('#confirm .font-mono').replaceAll(' ', '')
  await lost.submit(begun, '#confirm form', { code: codeFor(key, site.clock.now()) })
  expect((await boss.get(path)).has('a[href$="ask=reset-second-factor"]')).toBe(true)

  const wrong = await boss.submit(await boss.get(ask), DIALOG, { password: 'a guess' })
  expect([wrong.status, wrong.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('This password is not correct.'),
  ])
  expect((await lost.get('/profile')).status).toBe(200)
  const own = await boss.post(`/admin/users/${bossId}`, { intent: 'reset-second-factor', password })
  expect((await boss.follow(own)).text()).toContain('on your profile')

  expect((await boss.submit(await boss.get(ask), DIALOG, { password })).location).toBe(path)
  expect((await lost.get('/profile')).status).toBe(302)
  const again = site.stranger()
  expect((await again.post('/auth', { email, password })).location).not.toBe('/auth/code')
  expect((await again.get('/profile')).status).toBe(200)
  expect((await templatesTo(id)).at(-1)).toBe('second-factor-reset')
  const lines = await readRows(db, 'audit_log', ['action', 'actor_id'], { noun_id: id })
  expect(lines).toEqual([{ action: 'reset second factor', actor_id: bossId }])
  await boss.post(path, { intent: 'reset-second-factor', password })
  expect((await boss.get(path)).text()).toContain('This has already been done.')
})

test('an admin can refund a deposit while no rental is open on it', async () => {
  const person = await make.shopper()
  await make.deposit(person)
  const page = await site.get(`/admin/users/${person.id}`, as)
  expect(page.has('a[href$="ask=return-deposit"]')).toBe(true)
  await answer(person.id, 'return-deposit')
  expect(await actionsOn(person.id)).toEqual(['refund deposit'])
  const again = await site.get(`/admin/users/${person.id}`, as)
  expect(again.has('a[href$="ask=return-deposit"]')).toBe(false)
})

test('closets and admins cannot be blocked here', async () => {
  for (const person of [await make.closet(), await make.admin()]) {
    await site.post(`/admin/users/${person.id}`, { intent: 'block', reason: 'No.' }, as)
    expect((await site.get('/profile', { as: person })).status).toBe(200)
  }
})

test('unspent credits of a pack are refunded in parts or all, once, after a confirmation and with a reason', async () => {
  const buyer = site.stranger()
  const account = { full_name: 'Rea', email: 'rea@hemline.test', password: 'green velvet cape' }
  await buyer.post('/auth?mode=sign-up', { intent: 'sign-up', ...account })
  const bought = await buyer.post('/credits', { product: 'one_time' })
  const checkout = await buyer.get(bought.location ?? '')
  await buyer.follow(await buyer.submit(checkout, 'form[action^="/sandbox/checkout/"]'))
  const { id } = await readRow(db, 'user_profiles', 'id', { email: account.email })
  const page = await site.get(`/admin/users/${id}`, as)
  const link = page.$('main a[href*="ask=refund"]')
  expect(link.textContent).toContain('Refund up to $50.00')
  const confirmation = await site.get(link.getAttribute('href') ?? '', as)
  expect(confirmation.text('dialog[open]')).toContain('Refund up to $50.00 to Rea?')
  const refused = await site.submit(confirmation, DIALOG, { reason: ' ' }, as)
  expect([refused.status, refused.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('Please give a reason.'),
  ])
  const tooMany = await site.submit(confirmation, DIALOG, { credits: '51', reason: 'Kind.' }, as)
  expect([tooMany.status, tooMany.text('dialog[open]')]).toEqual([
    400,
    expect.stringContaining('Please enter at most 50, or all credits.'),
  ])
  const some = await site.submit(tooMany, DIALOG, { credits: '20' }, as)
  expect(some.status).toBe(302)
  await site.submit(confirmation, DIALOG, { reason: 'Bought twice.' }, as)
  expect((await site.get(`/admin/users/${id}`, as)).text()).toContain('Nothing was refunded')
  await site.drainJobs()
  const rest = await site.get(`/admin/users/${id}`, as)
  expect(rest.text('main')).toContain('$20.00 refunded')
  const again = await site.get(rest.$('main a[href*="ask=refund"]').getAttribute('href') ?? '', as)
  await site.submit(again, DIALOG, { reason: 'Bought twice.' }, as)
  await site.drainJobs()
  const after = await site.get(`/admin/users/${id}`, as)
  expect(after.text('main')).toContain('$50.00 refunded')
  expect(after.has('main a[href*="ask=refund"]')).toBe(false)
  expect((await buyer.get('/credits')).text('h1')).toBe('0 credits')
  expect(await templatesTo(id)).toEqual(
    expect.arrayContaining(['refund-started', 'refund-arrived']),
  )
  expect(await actionsOn(id)).toEqual(['refund purchase', 'refund purchase'])
})

test('admins write notes for each other on a person’s page; only the author deletes one', async () => {
  const person = await make.shopper()
  const path = `/admin/users/${person.id}`
  const form = 'main form:has([value=add-note])'
  const page = await site.get(path, as)
  const refused = await site.submit(page, form, { note: ' ' }, as)
  expect([refused.status, refused.text(form)]).toEqual([
    400,
    expect.stringContaining('Please write a note.'),
  ])
  for (let time = 0; time < 2; time++) {
    const added = await site.submit(page, form, { note: 'Called twice.\nHonest.' }, as)
    expect(added.location).toBe(path)
  }
  const colleague = { as: await make.admin() }
  const seen = await site.get(path, colleague)
  expect(seen.$$('section[aria-label=Notes] li')).toHaveLength(1)
  expect(seen.text('section[aria-label=Notes] li')).toContain('Ada Admin')
  expect(seen.has('a[href*=delete-note]')).toBe(false)
  const link = (await site.get(path, as)).$('a[href*=delete-note]').getAttribute('href') ?? ''
  expect((await site.get(link, colleague)).has('dialog[open]')).toBe(false)
  const note = new URLSearchParams(link.split('?')[1]).get('delete-note') ?? ''
  const other = await site.post(path, { intent: 'delete-note', note }, colleague)
  expect((await site.get(other.location ?? '', colleague)).html).toContain('Only its author')
  const deleted = await site.submit(await site.get(link, as), DIALOG, {}, as)
  expect(deleted.location).toBe(path)
  expect((await site.get(path, as)).$$('section[aria-label=Notes] li')).toEqual([])
  expect(await actionsOn(person.id)).toEqual(['add note', 'delete note'])
  expect((await site.get(`/admin/audit?id=${person.id}`, as)).text('main')).toContain(
    'deleted a note about',
  )
})

test('a person’s page has what went wrong, with the links that a decision needs', async () => {
  const [person, reporter] = [
    await make.shopper({ phone: '646 555 0199' }),
    await make.shopper({ phone: '+1 6465550199', full_name: 'Same Caller' }),
  ]
  const reportId = newId()
  await insertRows(db, 'reports', {
    ...{ id: reportId, reporter_id: reporter.id, noun: 'person', noun_id: person.id },
    ...{ reported_id: person.id, shown: person.fullName, reason: 'fraud', words: 'Never paid.' },
    at: site.clock.now(),
  })
  await insertRows(db, 'failed_payments', {
    ...{ id: 'ch_seen', user_id: person.id, amount_cents: 5000, failed_at: site.clock.now() },
    ...{ method: 'visa', card_last4: '0002', reason: 'insufficient_funds' },
  })
  const page = await site.get(`/admin/users/${person.id}`, as)
  expect(page.has(`main a[href="/admin/reports/${reportId}"]`)).toBe(true)
  expect(page.text('section[aria-label=Reports]')).toContain('Fraud, or payment outside Hemline')
  expect(page.has(`main a[href="/admin/users/${reporter.id}"]`)).toBe(true)
  expect(page.text('section[aria-label="Other accounts"]')).toContain('Same phone')
  expect(page.text('section[aria-label="Failed payments"]')).toContain('Insufficient funds')
  expect(page.text('section[aria-label="Failed payments"]')).toContain('Visa ending in 0002')
  for (const act of ['give', 'block', 'sign-out'])
    expect(page.has(`main a[href$="ask=${act}"]`), act).toBe(true)
})

test('a person’s page says of a late item whether it is back, and what came back', async () => {
  const renter = await make.shopper()
  const lent = async (set: Parameters<typeof updateRows<'rentals'>>[3]) => {
    const { id } = await make.rental({ renter, status: 'delivered' })
    await updateRows(db, 'rentals', id, set)
  }
  const at = site.clock.now()
  await lent({ return_status: 'late', late_at: at, late_by: admin.id })
  await lent({ return_status: 'returned', returned_at: at, late_at: at, late_by: admin.id })
  const page = await site.get(`/admin/users/${renter.id}`, as)
  const ends = (section: string) =>
    page.$$(`section[aria-label="${section}"] li`).map(({ textContent }) => textContent)
  expect(ends('Late, lost and no-shows')).toEqual([
    expect.stringContaining('Returned late'),
    expect.stringContaining('Late, not back yet'),
  ])
  expect(ends('Rentals')).toEqual([
    expect.stringContaining('Returned'),
    expect.stringContaining('Late'),
  ])
})
