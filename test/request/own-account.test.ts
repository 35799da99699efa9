import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { refundRows } from '#test/refund-rows.ts'
import { errorOf, isSignedIn, ownAccounts, PASSWORD } from './own-accounts.ts'

const site = await testSite()
const { signedUp, signedIn, withSecondFactor } = ownAccounts(site)

function mailsTo(email: string) {
  return readRows(site.db, 'mail_outbox', ['template', 'text_body'], { to_address: email }, 'id')
}

test('a new email address takes effect with its link, and the old one gets two emails', async () => {
  const { browsing, email } = await signedUp()
  const wanted = `new-${email}`
  const form = await browsing.get('/profile/sign-in')
  const wrong = await browsing.submit(form, '#email form', { email: wanted, password: 'no' })
  expect([wrong.status, errorOf(wrong, 'password')]).toEqual([400, 'This password is not correct.'])
  const confirmation = await browsing.submit(form, '#email form', {
    email: wanted,
    password: PASSWORD,
  })
  expect(confirmation.location).toBe('/profile/sign-in')
  expect((await browsing.get('/profile/sign-in')).text('#email')).toContain(
    `Waiting for you to confirm ${wanted}`,
  )
  expect(await isSignedIn(await signedIn(wanted))).toBe(false)

  const [mail] = await mailsTo(wanted)
  const link = /\/auth\/email\?token=\S+/.exec(mail?.text_body ?? '')?.[0] ?? ''
  const visitor = site.stranger()
  const page = await visitor.get(link)
  expect(page.text('h1')).toBe('Use this address?')
  expect(await isSignedIn(await signedIn(wanted))).toBe(false)
  expect((await visitor.submit(page, 'form')).status).toBe(302)
  expect(await isSignedIn(await signedIn(wanted))).toBe(true)
  expect(await isSignedIn(await signedIn(email))).toBe(false)
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
    'welcome',
    'email-changing',
    'email-changed',
  ])
  expect((await visitor.get(link)).status).toBe(410)
})

test('at most three links to new email addresses an hour are sent for an account', async () => {
  const { browsing, email } = await signedUp()
  const ask = (address: string, password = PASSWORD) =>
    browsing.post('/profile/sign-in', { what: 'email', email: address, password })
  const wanted = [1, 2, 3, 4, 5].map((n) => `stranger-${n}-${email}`)
  for (let i = 0; i < 4; i++) expect((await ask(`typo-${email}`, 'not mine')).status).toBe(400)
  const answers = await Promise.all(wanted.map((address) => ask(address)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 302, 302, 429, 429])
  const mails = await Promise.all(wanted.map(mailsTo))
  expect(mails.flat()).toHaveLength(3)

  const another = `another-${email}`
  const refused = await ask(another)
  expect(refused.status).toBe(429)
  expect(errorOf(refused, 'email')).toBe('We send at most 3 links an hour. Please try again later.')
  expect(refused.$('[name=email]').getAttribute('value')).toBe(another)
  expect(await mailsTo(another)).toEqual([])
  site.clock.advance({ hours: 1 })
  expect((await ask(another)).status).toBe(302)
  expect(await mailsTo(another)).toHaveLength(1)
})

test('an email address in use is refused, even if it was taken after the request', async () => {
  const { browsing, email } = await signedUp()
  const other = await signedUp()
  const taken = await browsing.post('/profile/sign-in', {
    what: 'email',
    email: other.email,
    password: PASSWORD,
  })
  expect(errorOf(taken, 'email')).toBe('An account with this email address already exists.')
  const wanted = `late-${email}`
  await browsing.post('/profile/sign-in', { what: 'email', email: wanted, password: PASSWORD })
  await site.make.person({ email: wanted })
  const [mail] = await mailsTo(wanted)
  const link = /\/auth\/email\?token=\S+/.exec(mail?.text_body ?? '')?.[0] ?? ''
  await browsing.post(link)
  expect((await browsing.get('/profile/sign-in')).html).toContain(
    'This address is now used by another account',
  )
})

test('a new password requires the current one, must not be weak, and ends other sessions', async () => {
  const { browsing, email } = await signedUp()
  const elsewhere = await signedIn(email)
  const form = await browsing.get('/profile/sign-in')
  const change = (current_password: string, new_password: string) =>
    browsing.submit(form, '#password form', { current_password, new_password })
  const wrong = await change('not mine at all', 'cotton over wool')
  expect(errorOf(wrong, 'current_password')).toBe('This password is not correct.')
  const weak = await change(PASSWORD, 'password')
  expect([weak.status, errorOf(weak, 'new_password')]).toEqual([
    400,
    'That password is too common.',
  ])
  expect(await isSignedIn(elsewhere)).toBe(true)
  expect((await change(PASSWORD, 'cotton over wool')).status).toBe(302)
  expect(await isSignedIn(browsing)).toBe(true)
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(await isSignedIn(await signedIn(email))).toBe(false)
  expect(await isSignedIn(await signedIn(email, 'cotton over wool'))).toBe(true)
  expect((await mailsTo(email)).at(-1)?.template).toBe('password-changed')
})

test('sessions are listed by browser and can be ended one by one or all at once', async () => {
  const { browsing, email } = await signedUp()
  const [first, second, third] = [
    await signedIn(email),
    await signedIn(email),
    await signedIn(email),
  ]
  const page = await browsing.get('/profile/sign-in')
  expect(page.$$('#sessions li').map((li) => li.textContent)).toHaveLength(4)
  expect(page.text('#sessions')).toContain('Safari on iPhone')
  const ids = page.$$('#sessions li button').map((button) => button.getAttribute('value') ?? '')
  expect(ids).toHaveLength(3)
  const end = (session: string, password = PASSWORD) =>
    browsing.post('/profile/sign-in', { what: 'sessions', session, password })
  const wrong = await end(ids[0] ?? '', 'not mine at all')
  expect(wrong.status).toBe(400)
  expect(wrong.text('#sessions')).toContain('This password is not correct.')
  expect(await Promise.all([first, second, third].map(isSignedIn))).toEqual([true, true, true])
  await end(ids[0] ?? '')
  const left = await Promise.all([first, second, third].map(isSignedIn))
  expect(left.filter(Boolean)).toHaveLength(2)
  expect((await end('others', 'not mine at all')).status).toBe(400)
  await end('others')
  expect(await Promise.all([first, second, third, browsing].map(isSignedIn))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('sessions of other people cannot be ended', async () => {
  const { browsing } = await signedUp()
  const other = await signedUp()
  const { id } = await readRow(site.db, 'auth_sessions', 'id', { user_id: other.id })
  await browsing.post('/profile/sign-in', { what: 'sessions', session: id, password: PASSWORD })
  expect(await isSignedIn(other.browsing)).toBe(true)
})

test('people can export all their data, except what gives access to their account', async () => {
  const { browsing, email, id } = await signedUp()
  const item = await site.make.item({ title: 'Taken along' })
  await browsing.post('/likes', { item: item.id, liked: 'true' })
  await withSecondFactor(browsing)
  const file = await browsing.get('/profile/your-data.json')
  expect(file.response.headers.get('content-disposition')).toContain('attachment')
  const everything = JSON.parse(file.html)
  expect(everything.profile).toMatchObject({ id, email, full_name: 'Ada Moss' })
  expect(Object.keys(everything)).toEqual(
    expect.arrayContaining(['likes', 'rentals', 'credits', 'payments', 'items', 'feedback']),
  )
  const { token } = await readRow(site.db, 'auth_sessions', 'token', { user_id: id })
  expect(file.html).not.toContain(token)
  expect(file.html).not.toMatch(/secret|"password"/)
})

test('deleting an account leaves the ledger and nothing that identifies the person', async () => {
  const { browsing, email, id, person } = await signedUp()
  await site.make.credits(person, 30)
  await browsing.post('/feedback', { name: 'Ada Moss', email, message: 'Lovely.' })
  const page = await browsing.get('/profile/your-data')
  expect(page.text('#delete')).toContain('30 credits')
  expect(page.has('form [name=password]')).toBe(false)
  const confirmation = await browsing.get(page.$('#delete a').getAttribute('href') ?? '')
  expect(confirmation.text('dialog[open]')).toContain('You will lose your 30 credits.')
  const form = 'dialog[open] form:has([name=password])'
  expect((await browsing.submit(confirmation, form, { password: 'no' })).status).toBe(400)
  expect((await browsing.submit(confirmation, form, { password: PASSWORD })).location).toBe('/')
  expect(await isSignedIn(browsing)).toBe(false)
  expect(await isSignedIn(await signedIn(email))).toBe(false)
  const row = await site.db
    .selectFrom('user_profiles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ full_name: 'Former member', deleted_at: expect.any(Date) })
  const feedback = await site.db.selectFrom('feedback').selectAll().execute()
  expect(JSON.stringify([row, feedback])).not.toMatch(/Ada Moss|own-\d+@/)
  const credits = await readRows(site.db, 'credit_lots', 'available', { user_id: id })
  expect(credits).toEqual([{ available: 30 }])
  // The email address can be used again.
  const again = await site
    .stranger()
    .post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password: PASSWORD })
  expect(again.status).toBe(302)
})

test('a refund that was emailed as paid is called not final, rather than still to be paid', async () => {
  const { browsing, person } = await signedUp()
  const now = site.clock.now()
  const refund = refundRows(site.db, now)
  for (let n = 0; n < 2; n++) await refund({ payer: person, cents: 5000, status: 'succeeded' })
  const page = await browsing.get('/profile/your-data?delete=account')
  for (const place of ['#delete', 'dialog[open]']) {
    expect(page.text(place)).toContain('Refunds of $100.00 to your card are not final yet.')
    expect(page.text(place)).not.toContain('being refunded')
  }
})

test('an account with an open deposit, or a rental on either side, cannot be deleted', async () => {
  const { browsing, person } = await signedUp()
  await site.make.deposit(person)
  expect((await browsing.get('/profile/your-data')).text('#delete')).toContain(
    'We still hold your deposit.',
  )
  const refused = await browsing.post('/profile/your-data', { password: PASSWORD })
  expect(refused.status).toBe(409)
  const closet = await signedUp()
  await updateRows(site.db, 'user_profiles', closet.id, {
    account_type: 'business',
    business_status: 'approved',
  })
  const item = await site.make.item({ business_id: closet.id })
  await site.make.rental({ item })
  expect((await closet.browsing.post('/profile/your-data', { password: PASSWORD })).status).toBe(
    409,
  )
  const stored = await readRow(site.db, 'clothing_items', 'deleted_at', item.id)
  expect(stored.deleted_at).toBeNull()
})

test('an admin cannot delete their own account', async () => {
  const admin = await site.make.admin()
  const page = await site.get('/profile/your-data', { as: admin })
  expect(page.text('#delete')).toContain('Admin accounts cannot be deleted.')
  expect((await site.post('/profile/your-data', { password: 'x' }, { as: admin })).status).toBe(409)
})
