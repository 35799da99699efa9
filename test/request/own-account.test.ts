import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { testSite } from '#test/app.ts'
import { codeFor } from '#test/authenticator.ts'
import type { Browsing, Page } from '#test/browsing.ts'

const site = await testSite()
const PASSWORD = 'silk and linen'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

let people = 0
async function signedUp() {
  const email = `own-${++people}@example.test`
  const browsing = site.stranger()
  await browsing.post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password: PASSWORD })
  const { id } = await site.db
    .selectFrom('user_profiles')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const person: Person = {
    id,
    email,
    fullName: 'Ada Moss',
    emailVerified: false,
    accountType: 'regular',
    businessStatus: null,
  }
  return { browsing, email, id, person }
}

async function signedIn(email: string, password = PASSWORD): Promise<Browsing> {
  const browsing = site.stranger()
  await browsing.post('/auth', { email, password }, { headers: { 'User-Agent': PHONE } })
  return browsing
}

const isIn = async (browsing: Browsing) => (await browsing.get('/profile')).status === 200

function mailsTo(email: string) {
  return site.db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('to_address', '=', email)
    .execute()
}

function errorOf(page: Page, name: string): string {
  const described = page.$(`[name=${name}]`).getAttribute('aria-describedby') ?? ''
  return page.text(`[id="${described.split(' ').at(-1)}"]`)
}

/** The code of the next half minute: each opens once. */
function nextCode(key: string): string {
  site.clock.advance({ seconds: 30 })
  return codeFor(key, site.clock.now())
}

/** Turns the second factor on by the forms of its page; answers the key and the backup codes. */
async function withSecondFactor(browsing: Browsing) {
  const path = '/profile/second-factor'
  await browsing.post(path, { what: 'begin', password: PASSWORD })
  const page = await browsing.get(path)
  expect(page.has('svg[role=img] path')).toBe(true)
  const key = page.text('#confirm .font-mono').replaceAll(' ', '')
  const wrong = await browsing.post(path, { what: 'confirm', code: '000000' })
  expect([wrong.status, errorOf(wrong, 'code')]).toEqual([
    400,
    'This code is not correct. Codes change every 30 seconds.',
  ])
  const on = await browsing.submit(page, '#confirm form', { code: nextCode(key) })
  expect(on.status).toBe(200)
  return { key, backupCodes: on.$$('[aria-labelledby=new-codes] li').map((li) => li.textContent) }
}

test('a new address counts once its link is followed, and the old one is told twice', async () => {
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
  expect(await isIn(await signedIn(wanted))).toBe(false)

  const [mail] = await mailsTo(wanted)
  const link = /\/auth\/email\?token=\S+/.exec(mail?.text_body ?? '')?.[0] ?? ''
  const visitor = site.stranger()
  const page = await visitor.get(link)
  expect(page.text('h1')).toBe('Use this address?')
  expect(await isIn(await signedIn(wanted))).toBe(false)
  expect((await visitor.submit(page, 'form')).status).toBe(302)
  expect(await isIn(await signedIn(wanted))).toBe(true)
  expect(await isIn(await signedIn(email))).toBe(false)
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
    'welcome',
    'email-changing',
    'email-changed',
  ])
  expect((await visitor.get(link)).status).toBe(410)
})

test('an address that somebody has is refused, also when they took it meanwhile', async () => {
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

test('a new password needs the present one, says what is weak, and ends the other sessions', async () => {
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
  expect(await isIn(elsewhere)).toBe(true)
  expect((await change(PASSWORD, 'cotton over wool')).status).toBe(302)
  expect(await isIn(browsing)).toBe(true)
  expect(await isIn(elsewhere)).toBe(false)
  expect(await isIn(await signedIn(email))).toBe(false)
  expect(await isIn(await signedIn(email, 'cotton over wool'))).toBe(true)
  expect((await mailsTo(email)).at(-1)?.template).toBe('password-changed')
})

test('sessions are named by their browser and end one by one or all at once', async () => {
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
  expect(await Promise.all([first, second, third].map(isIn))).toEqual([true, true, true])
  await end(ids[0] ?? '')
  const left = await Promise.all([first, second, third].map(isIn))
  expect(left.filter(Boolean)).toHaveLength(2)
  expect((await end('others', 'not mine at all')).status).toBe(400)
  await end('others')
  expect(await Promise.all([first, second, third, browsing].map(isIn))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('nobody ends the session of somebody else', async () => {
  const { browsing } = await signedUp()
  const other = await signedUp()
  const { id } = await site.db
    .selectFrom('auth_sessions')
    .select('id')
    .where('user_id', '=', other.id)
    .executeTakeFirstOrThrow()
  await browsing.post('/profile/sign-in', { what: 'sessions', session: id, password: PASSWORD })
  expect(await isIn(other.browsing)).toBe(true)
})

test('with a second factor the password alone opens nothing; a code or a backup code does, once', async () => {
  const { browsing, email } = await signedUp()
  const elsewhere = await signedIn(email)
  const { key, backupCodes } = await withSecondFactor(browsing)
  expect(backupCodes).toHaveLength(10)
  expect([await isIn(browsing), await isIn(elsewhere)]).toEqual([true, false])

  const stranger = site.stranger()
  const item = await site.make.item({ title: 'Liked before the code' })
  const heart = { item: item.id, liked: 'yes', return_to: '/my-likes' }
  await stranger.post('/likes', heart, { headers: { Accept: 'text/html' } })
  const step = await stranger.post('/auth?return_to=%2Fmy-likes', { email, password: PASSWORD })
  expect(step.location).toBe('/auth/code?return_to=%2Fmy-likes')
  expect(await isIn(stranger)).toBe(false)
  const form = await stranger.get(step.location ?? '')
  const wrong = await stranger.submit(form, 'form', { code: '000000' })
  expect([wrong.status, errorOf(wrong, 'code')]).toEqual([
    400,
    'This code is not correct. Codes change every 30 seconds.',
  ])
  const code = nextCode(key)
  const right = await stranger.submit(form, 'form', { code })
  expect(right.location).toBe('/my-likes')
  expect((await stranger.follow(right)).text('main')).toContain(item.title)
  const overTheShoulder = await signedIn(email)
  expect((await overTheShoulder.post('/auth/code', { code })).status).toBe(400)
  expect(await isIn(overTheShoulder)).toBe(false)

  const backup = backupCodes[0] ?? ''
  const second = await signedIn(email)
  await second.post('/auth/code', { code: backup })
  expect(await isIn(second)).toBe(true)
  const third = await signedIn(email)
  expect((await third.post('/auth/code', { code: backup })).status).toBe(400)
  expect(await isIn(third)).toBe(false)
  expect((await browsing.get('/profile/second-factor')).text('#codes')).toContain(
    'You have 9 backup codes left',
  )
})

test('a password that was reset opens nothing without the second factor', async () => {
  const { browsing, email } = await signedUp()
  const { key } = await withSecondFactor(browsing)
  const stranger = site.stranger()
  await stranger.post('/auth/forgot', { email })
  await site.drainJobs()
  const mail = await site.db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('to_address', '=', email)
    .where('template', '=', 'reset')
    .executeTakeFirstOrThrow()
  const link = /\/auth\/reset\?token=\S+/.exec(mail.text_body)?.[0] ?? ''
  const password = 'wool and tweed'
  const changed = await stranger.submit(await stranger.get(link), 'main form', { password })
  expect(changed.location).toBe('/auth')
  expect([await isIn(stranger), await isIn(browsing)]).toEqual([false, false])
  const confirmation = await stranger.post('/auth', { email, password })
  expect(confirmation.location).toMatch(/^\/auth\/code/)
  expect(await isIn(stranger)).toBe(false)
  await stranger.post('/auth/code', { code: '000000' })
  expect(await isIn(stranger)).toBe(false)
  await stranger.post('/auth/code', { code: nextCode(key) })
  expect(await isIn(stranger)).toBe(true)
})

test('five wrong codes end the attempt to sign in', async () => {
  const { browsing, email } = await signedUp()
  const { key } = await withSecondFactor(browsing)
  const stranger = await signedIn(email)
  for (let tries = 0; tries < 5; tries++) {
    expect((await stranger.post('/auth/code', { code: '000000' })).status).toBe(400)
  }
  expect((await stranger.post('/auth/code', { code: nextCode(key) })).location).toBe('/auth')
  expect((await stranger.get('/auth')).html).toContain('Please sign in again.')
  expect(await isIn(stranger)).toBe(false)
})

test('what matters asks for a code besides the password of whoever has a second factor', async () => {
  const { browsing, email } = await signedUp()
  const { key, backupCodes } = await withSecondFactor(browsing)
  const acts = [
    ['/profile/sign-in', '#email form', { email: `new-${email}`, password: PASSWORD }],
    [
      '/profile/sign-in',
      '#password form',
      { current_password: PASSWORD, new_password: 'cotton over wool' },
    ],
    ['/profile/second-factor', '#codes form', { password: PASSWORD }],
    ['/profile/second-factor', '#off form', { password: PASSWORD }],
    [
      '/profile/your-data?delete=account',
      'dialog[open] form:has([name=password])',
      { password: PASSWORD },
    ],
  ] as const
  for (const [path, form, fields] of acts) {
    const page = await browsing.get(path)
    const refused = await browsing.submit(page, form, { ...fields, code: '000000' })
    expect([path, refused.status]).toEqual([path, 400])
    expect(refused.text(form)).toContain('This code is not correct or was already used.')
  }
  const page = await browsing.get('/profile/second-factor')
  const fields = { password: PASSWORD, code: nextCode(key) }
  const renewed = await browsing.submit(page, '#codes form', fields)
  const codes = renewed.$$('[aria-labelledby=new-codes] li').map((li) => li.textContent ?? '')
  expect(codes).toHaveLength(10)
  expect(codes.join('')).not.toMatch(/[01ILOU]/)
  expect(codes).not.toContain(backupCodes[0])
  const off = { password: PASSWORD, code: codes[3]?.toLowerCase().replaceAll('-', ' ') ?? '' }
  expect((await browsing.submit(page, '#off form', { ...off, password: 'no' })).status).toBe(400)
  expect((await browsing.submit(page, '#off form', off)).status).toBe(302)
  expect(await isIn(await signedIn(email))).toBe(true)
})

test('a copy of the database holds no backup code', async () => {
  const { browsing } = await signedUp()
  const { backupCodes } = await withSecondFactor(browsing)
  const rows = await site.db.selectFrom('auth_two_factors').select('backup_codes').execute()
  const stored = JSON.stringify(rows)
  for (const code of backupCodes) {
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code?.replaceAll('-', ''))
  }
})

test('a person takes along everything about them and nothing that opens their account', async () => {
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
  const { token } = await site.db
    .selectFrom('auth_sessions')
    .select('token')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
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
  expect(confirmation.text('dialog[open]')).toContain('You lose the 30 credits you have.')
  const form = 'dialog[open] form:has([name=password])'
  expect((await browsing.submit(confirmation, form, { password: 'no' })).status).toBe(400)
  expect((await browsing.submit(confirmation, form, { password: PASSWORD })).location).toBe('/')
  expect(await isIn(browsing)).toBe(false)
  expect(await isIn(await signedIn(email))).toBe(false)
  const row = await site.db
    .selectFrom('user_profiles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ full_name: 'Former member', deleted_at: expect.any(Date) })
  const feedback = await site.db.selectFrom('feedback').selectAll().execute()
  expect(JSON.stringify([row, feedback])).not.toMatch(/Ada Moss|own-\d+@/)
  const credits = await site.db
    .selectFrom('credit_lots')
    .select('available')
    .where('user_id', '=', id)
    .execute()
  expect(credits).toEqual([{ available: 30 }])
  // The address is free again.
  const again = await site
    .stranger()
    .post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password: PASSWORD })
  expect(again.status).toBe(302)
})

test('a deposit or a rental keeps the account, on either side', async () => {
  const { browsing, person } = await signedUp()
  await site.make.deposit(person)
  expect((await browsing.get('/profile/your-data')).text('#delete')).toContain(
    'We still hold your deposit.',
  )
  const refused = await browsing.post('/profile/your-data', { password: PASSWORD })
  expect(refused.status).toBe(409)
  const closet = await signedUp()
  await site.db
    .updateTable('user_profiles')
    .set({ account_type: 'business', business_status: 'approved' })
    .where('id', '=', closet.id)
    .execute()
  const item = await site.make.item({ business_id: closet.id })
  await site.make.rental({ item })
  expect((await closet.browsing.post('/profile/your-data', { password: PASSWORD })).status).toBe(
    409,
  )
  const stored = await site.db
    .selectFrom('clothing_items')
    .select('deleted_at')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()
  expect(stored.deleted_at).toBeNull()
})

test('an admin account is not deleted by itself', async () => {
  const admin = await site.make.admin()
  const page = await site.get('/profile/your-data', { as: admin })
  expect(page.text('#delete')).toContain('Admin accounts cannot be deleted.')
  expect((await site.post('/profile/your-data', { password: 'x' }, { as: admin })).status).toBe(409)
})

test('somebody who was blocked between password and code is told so', async () => {
  const { browsing, email } = await signedUp()
  const { key } = await withSecondFactor(browsing)
  const visitor = site.stranger()
  const step = await visitor.post('/auth', { email, password: PASSWORD })
  await site.db
    .updateTable('user_profiles')
    .set({ blocked_at: site.clock.now(), blocked_reason: 'Harassment' })
    .where('email', '=', email)
    .execute()
  const refused = await visitor.post(step.location ?? '', { code: nextCode(key) })
  expect([refused.status, refused.text('main')]).toEqual([
    403,
    expect.stringContaining('This account has been blocked. Please contact support.'),
  ])
})
