import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { remindAdmins } from '#domain/admin/notices/remind-admins.ts'
import { findOwedForAYear } from '#domain/money/payouts/owed-without-account.ts'
import { newId } from '#domain/shared/ids.ts'
import { realPayments, testSite } from '#test/app.ts'
import { testClock } from '#test/clock.ts'
import { adminWithCode } from '#test/make/admin-with-code.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'
import { earn } from '#test/worlds/payout-world.ts'

const site = await testSite({ clock: testClock('2026-12-01T17:00:00Z') })
const { make, db, clock } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }
const path = '/admin/payouts'

type Shop = Pick<typeof site, 'make' | 'db' | 'clock'>

async function account({ db, clock }: Shop, ownerId: PersonId) {
  await insertRows(db, 'payout_accounts', {
    owner_id: ownerId,
    stripe_account_id: `acct_${newId()}`,
    state: 'ready',
    payouts_enabled: true,
    created_at: clock.now(),
    updated_at: clock.now(),
  })
}

async function failedTransfer(name: string, shop: Shop = site) {
  const { make, db, clock } = shop
  const closet = await make.closet({ full_name: name })
  await account(shop, closet.id)
  await earn({ db, clock, made: make }, closet.id, 3000)
  const id = newId()
  await insertRows(db, 'transfers', {
    id,
    owner_id: closet.id,
    amount_cents: 3000,
    status: 'failed',
    failure: 'insufficient_capabilities_for_transfer',
    requested_at: clock.now(),
    finished_at: clock.now(),
  })
  return { id, closet }
}

test('the page shows what is owed, when closets are paid, and what a credit costs', async () => {
  const closet = await make.closet({ full_name: 'Olivia Owed' })
  await earn({ db, clock, made: make }, closet.id, 1250)
  const page = await site.get(path, as)
  expect(page.text('h1')).toBe('Payouts')
  const main = page.text('main')
  expect(main).toContain('Dec 5, 2026')
  expect(main).toContain('No credits were spent in the last 90 days. You pay 45¢.')
  expect(page.text('section[aria-label=Closets]')).toContain('Olivia Owed')
  expect(page.text('section[aria-label=Closets]')).toContain('No account at Stripe')
  const person = await site.get(`/admin/users/${closet.id}`, as)
  expect(person.text('main')).toContain('Adjust earnings')
})

test('an admin announces a rate with 30 days’ notice, and invalid input is explained', async () => {
  const dialog = 'dialog form[method=post]'
  const open = () => site.get(`${path}?ask=rate`, as)
  const first = (await open()).$(`${dialog} [name=from]`).getAttribute('value')
  expect(first).toBe('2027-01-01')
  const post = async (cents: string, from: string) =>
    site.submit(await open(), dialog, { cents, from }, as)
  expect((await post('101', '2027-02-01')).text('dialog')).toContain('Please enter 0 to 100 cents.')
  expect((await post('', '2027-02-01')).text('dialog')).toContain('Please enter 0 to 100 cents.')
  const soon = await post('50', '2026-12-30')
  expect(soon.status).toBe(400)
  expect(soon.text('dialog')).toContain('A new rate needs 30 days’ notice.')
  expect(soon.$(`${dialog} [name=cents]`).getAttribute('value')).toBe('50')
  expect((await post('50', 'soon')).text('dialog')).toContain('Please choose a date.')

  const closet = await make.closet()
  const set = await post('50', '2027-02-01')
  expect(set.location).toBe(path)
  expect((await site.get(path, as)).text('main')).toContain('From Feb 1, 2027: 50¢')
  await site.drainJobs()
  const mails = await readRows(db, 'mail_outbox', 'subject', { recipient_id: closet.id })
  expect(mails).toEqual([{ subject: 'You earn 50¢ per credit from Feb 1, 2027' }])
  expect((await site.get('/admin/audit', as)).text('main')).toContain('announced payout rate')
})

test('a failure to save is shown in the form, and the input stays', async () => {
  const shop = await testSite({ clock })
  const as = { as: await shop.make.admin() }
  const closet = await shop.make.closet()
  const form = 'dialog form[method=post]'
  const correction = await shop.get(`${path}?ask=correct&which=${closet.id}`, as)
  const rate = await shop.get(`${path}?ask=rate`, as)
  for (const table of ['earnings', 'payout_rates'])
    await sql`alter table ${sql.table(table)} add constraint full_disk check (false) not valid`.execute(
      shop.db,
    )
  const fields = { amount: '5', note: 'Paid in cash.' }
  const answers = [
    await shop.submit(correction, form, fields, as),
    await shop.submit(rate, form, { cents: '50' }, as),
  ]
  takeConsoleErrors()
  for (const page of answers) {
    expect(page.status).toBe(500)
    expect(page.text('dialog [role=alert]')).toBe('This could not be saved. Please try again.')
  }
  expect(answers[0]?.$(`${form} [name=note]`).textContent).toBe('Paid in cash.')
  expect(answers[1]?.$(`${form} [name=cents]`).getAttribute('value')).toBe('50')
})

test('a correction is saved once, and a wrong amount is explained', async () => {
  const closet = await make.closet({ full_name: 'Cora Correct' })
  const open = () => site.get(`${path}?ask=correct&which=${closet.id}`, as)
  const dialog = 'dialog form[method=post]'
  const page = await open()
  expect(page.text('dialog h2')).toBe('Adjust Cora Correct’s earnings')
  for (const amount of ['', '0', 'twelve', '1.234', '1e3', '-', '99999999']) {
    const wrong = await site.submit(page, dialog, { amount, note: 'Why' }, as)
    expect(wrong.status, amount).toBe(400)
    expect(wrong.text('dialog')).toContain('Please enter an amount up to $10,000')
  }
  const blank = await site.submit(page, dialog, { amount: '5', note: ' ' }, as)
  expect(blank.text('dialog')).toContain('Please give a reason.')
  const fields = { amount: '-$12.50', note: 'Paid in cash.' }
  for (let time = 0; time < 2; time += 1)
    expect((await site.submit(page, dialog, fields, as)).location).toBe(path)
  const earnings = await readRows(db, 'earnings', ['amount_cents', 'note', 'made_by'], {
    owner_id: closet.id,
  })
  expect(earnings).toEqual([{ amount_cents: -1250, note: 'Paid in cash.', made_by: admin.id }])
  const shopper = await make.shopper()
  const nobody = await site.get(`${path}?ask=correct&which=${shopper.id}`, as)
  expect(nobody.$$('dialog')).toEqual([])
})

test('a failed transfer is a task and can be retried from its list', async () => {
  const { id, closet } = await failedTransfer('Fay Failed')
  const overview = await site.get('/admin', as)
  expect(overview.text('main')).toContain('1 failed transfer to a closet')
  const list = await site.get(`${path}?part=failed`, as)
  expect(list.text('section[aria-label=Transfers]')).toContain('Fay Failed')
  expect(list.text('main')).toContain('Stripe does not accept transfers to this account')
  const retried = await site.submit(list, 'main li form:has([value=retry])', {}, as)
  expect(retried.location).toBe(`${path}?part=failed`)
  expect((await site.get(retried.location ?? '', as)).html).toContain(
    'The transfer to Fay Failed is being tried again.',
  )
  const again = await site.post(path, { intent: 'retry', transfer: id }, as)
  expect((await site.get(again.location ?? '', as)).html).toContain(
    'This transfer has already been handled.',
  )
  const pending = await site.get(`${path}?part=pending&q=${closet.email}`, as)
  expect(pending.text('section[aria-label=Transfers]')).toContain('$30.00')
})

test('an admin reads the statement of a payout as its closet does', async () => {
  const closet = await make.closet({ full_name: 'Wild Fig' })
  await account(site, closet.id)
  const id = await make.payout(closet, { cents: 12_345, note: 'Dry cleaning' })
  const list = await site.get(`${path}?part=transfers`, as)
  const link = list.$(`main a[href="${path}/${id}"]`)
  expect(link.text).toBe('Statement of Wild Fig, $123.45')
  const parts = (page: Awaited<ReturnType<typeof site.get>>) =>
    ['h1', 'main dl', 'main table'].map((part) => page.text(part))
  const shown = parts(await site.get(`${path}/${id}`, as))
  expect(shown.join()).toContain('Dry cleaning')
  expect(shown.join()).toContain(`Wild Fig, ${closet.email}`)
  expect(shown).toEqual(parts(await site.get(`/business/payouts/${id}`, { as: closet })))
  // It is that of one closet, and nothing was sent by a transfer that failed.
  const { id: failed } = await failedTransfer('Nora Never')
  for (const unknown of [newId(), failed, 'x'])
    expect((await site.get(`${path}/${unknown}`, as)).status).toBe(404)
  const others = await site.get(`${path}/${id}`, { as: closet })
  expect([others.status, others.location]).toEqual([302, '/'])
})

test('closets that have been owed money for a year are a task with their own list', async () => {
  const year = `${path}?part=year`
  expect((await site.get(year, as)).text('section[aria-label=Closets]')).toContain('Nothing here')
  const owed = async (name: string, at: string) => {
    const closet = await make.closet({ full_name: name })
    await make.correction(closet, { cents: 2500, at: new Date(at) })
    const reminded = { first_reminded_on: at.slice(0, 10), reminded_on: '2026-11-20' }
    await insertRows(db, 'payout_reminders', { owner_id: closet.id, ...reminded })
    return closet
  }
  const closet = await owed('Yara Year', '2025-12-01T16:00:00Z')
  await owed('Nina New', '2025-12-02T16:00:00Z')
  const ready = await owed('Rita Ready', '2025-11-01T12:00:00Z')
  await account(site, ready.id)
  await findOwedForAYear(db, clock.now())
  const task = 'closet has been owed money for a year and has no payout account'
  const overview = await site.get('/admin', as)
  expect(overview.text(`a[href="${year}"]`)).toBe(`1 ${task}`)
  const part = await site.get(year, as)
  expect(part.text('main')).toContain('New ones are found once an hour.')
  const list = part.text('section[aria-label=Closets]')
  expect(list).toContain('Yara Year')
  expect(list).toContain('$25.00 payable now · No account at Stripe')
  expect(list).not.toMatch(/Nina New|Rita Ready/)
  const all = await site.get(path, as)
  expect(all.text('section[aria-label=Closets]')).toContain('Nina New')
  expect(all.text('main')).not.toContain('once an hour')
  await remindAdmins(db, { origin: 'https://shop.test', timeZone: 'America/New_York' }, clock.now())
  const mail = await readRow(db, 'mail_outbox', 'text_body', {
    template: 'admin-to-do',
    recipient_id: admin.id,
  })
  expect(mail.text_body).toContain(`1 ${task}.`)
  const question = await site.get(`${year}&ask=correct&which=${closet.id}`, as)
  const paid = { amount: '-25', note: 'Paid by bank transfer.' }
  const saved = await site.submit(question, 'dialog form[method=post]', paid, as)
  expect(saved.location).toBe(year)
  expect((await site.get('/admin', as)).text('main')).not.toContain('owed money for a year')
})

test('a difference is shown with what differs until it is marked as explained', async () => {
  const { id, closet } = await failedTransfer('Dora Different')
  const difference = newId()
  await insertRows(db, 'transfer_differences', {
    id: difference,
    kind: 'not_made',
    transfer_id: id,
    stripe_transfer_id: 'tr_different',
    owner_id: closet.id,
    our_cents: 3000,
    stripe_cents: 3000,
    made_at: clock.now(),
    found_at: clock.now(),
    difference_key: `not_made ${id} tr_different 3000 3000`,
  })
  const page = await site.get(path, as)
  expect(page.text('section[aria-label=Discrepancies]')).toContain('Payouts have stopped')
  expect(page.text('section[aria-label=Discrepancies]')).toContain(
    'We recorded a transfer of $30.00 as failed, and Stripe made it.',
  )
  expect(page.text('section[aria-label=Discrepancies]')).toContain('tr_different')
  expect((await site.get('/admin/integrity', as)).text('main')).toContain('tr_different')
  expect((await site.get('/admin', as)).text('main')).toContain('1 discrepancy that stops payouts')
  const stopped = await site.post(path, { intent: 'retry', transfer: id }, as)
  expect((await site.get(stopped.location ?? '', as)).html).toContain('Payouts have stopped')
  const asking = await site.get(`${path}?ask=accept&which=${difference}`, as)
  const dialog = 'dialog form[method=post]'
  const blank = await site.submit(asking, dialog, { note: '' }, as)
  expect(blank.text('dialog')).toContain('Please say what you found out.')
  await site.submit(asking, dialog, { note: 'Made by hand.' }, as)
  expect((await site.get(path, as)).$$('section[aria-label=Discrepancies]')).toEqual([])
  expect((await site.get('/admin/integrity', as)).text('main')).not.toContain('tr_different')
})

test('invalid forms cause no error, and only admins see the page', async () => {
  const forms: Record<string, string>[] = [
    { intent: 'nothing' },
    { intent: 'retry', transfer: 'x' },
    { intent: 'retry', transfer: newId() },
    { intent: 'accept', difference: newId(), note: 'x' },
    { intent: 'correct', closet: newId(), amount: '1', note: 'x', key: newId() },
  ]
  for (const form of forms) expect((await site.post(path, form, as)).status).toBe(302)
  expect((await site.get(`${path}?after=nonsense&part=failed`, as)).status).toBe(200)
  const closet = await make.closet()
  expect((await site.get(path, { as: closet })).status).not.toBe(200)
})

test('without Connect the page says that no closet is paid, and shows no payout day', async () => {
  const unconnected = await testSite({
    env: realPayments,
    clock: testClock('2026-12-01T17:00:00Z'),
  })
  const browsing = await adminWithCode(unconnected)
  const page = await browsing.get(path)
  expect(page.text('main')).toContain('Stripe Connect is not set up, so no closet is paid')
  expect(page.text('main')).toContain('STRIPE_CONNECT_WEBHOOK_SECRET')
  expect(page.text('main')).not.toContain('Dec 5')
  const { id, closet } = await failedTransfer('Wes Waiting', unconnected)
  const list = await browsing.get(`${path}?part=failed`)
  expect(list.text('section[aria-label=Transfers]')).toContain('Wes Waiting')
  expect(list.$$('[value=retry]')).toEqual([])
  const retried = await browsing.post(path, { intent: 'retry', transfer: id })
  expect((await browsing.get(retried.location ?? '')).text('[aria-label=Messages]')).toContain(
    'Stripe Connect is not set up, so no closet is paid',
  )
  const transfers = await readRows(unconnected.db, 'transfers', 'status', { owner_id: closet.id })
  expect(transfers).toEqual([{ status: 'failed' }])
})
