import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import type { Browsing } from '#test/browsing.ts'
import { newAccounts } from './new-accounts.ts'

const site = await testSite()

const { account, signedUp, isSignedIn, rowOf } = newAccounts(site)

function fieldError(page: Awaited<ReturnType<Browsing['get']>>, name: string): string {
  const field = page.$(`[name=${name}]`)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').at(-1)
  return page.text(`[id="${described}"]`)
}

test('signing up signs in, returns to the previous page, and sends a welcome email', async () => {
  const browsing = site.stranger()
  const refused = await browsing.get('/my-likes')
  const form = await browsing.get(`${refused.location}&mode=sign-up`)
  expect(form.text('h1')).toBe('Create your account')
  const answer = await browsing.submit(form, 'form', account())
  expect((await browsing.get(answer.location ?? '')).location).toBe('/my-likes')
  expect(await isSignedIn(browsing)).toBe(true)
  expect((await browsing.get('/auth')).location).toBe('/')
})

test('the form switches between sign-in and sign-up by a link that keeps the return address', async () => {
  const form = await site.get('/auth?return_to=%2Fcredits')
  expect(form.text('h1')).toBe('Sign in to your account')
  expect(form.has('[name=full_name]')).toBe(false)
  expect(form.text('[href="/"]:not([aria-label])')).toBeTruthy()
  const toggle = form.$$('a').find((link) => link.getAttribute('href')?.includes('mode=sign-up'))
  const other = await site.get(toggle?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
  expect(other.text('h1')).toBe('Create your account')
  expect(new URL(other.url).searchParams.get('return_to')).toBe('/credits')
})

test('posted roles and other extra fields change nothing', async () => {
  const browsing = site.stranger()
  const id = newId()
  const form = account({
    account_type: 'admin',
    accountType: 'admin',
    business_status: 'approved',
    businessStatus: 'approved',
    role: 'admin',
    id,
    email_verified: 'true',
    emailVerified: 'true',
    created_at: '2001-01-01',
    image: 'https://evil.example/x.png',
    name: 'Somebody else',
    credits_balance: '1000',
  })
  expect((await browsing.post('/auth?mode=sign-up', form)).status).toBe(302)
  const row = await rowOf(form.email)
  expect(row).toMatchObject({
    full_name: form.full_name,
    account_type: 'regular',
    business_status: null,
    email_verified: false,
    image: null,
  })
  expect(row?.id).not.toBe(id)
  expect((await browsing.get('/admin')).location).toBe('/')
})

test('errors are shown at their fields, and the input stays except for the password', async () => {
  const page = await site.post('/auth?mode=sign-up', {
    full_name: '   ',
    email: 'not an address',
    password: 'a very secret word',
  })
  expect(page.status).toBe(400)
  expect(fieldError(page, 'full_name')).toBe('Please enter your full name.')
  expect(fieldError(page, 'email')).toBe('Please enter a valid email address.')
  expect(page.$('[name=email]').getAttribute('value')).toBe('not an address')
  expect(page.html).not.toContain('a very secret word')
})

test('a weak password is refused with every reason', async () => {
  const page = await site.post('/auth?mode=sign-up', account({ password: 'aaa' }))
  expect(page.status).toBe(400)
  expect(fieldError(page, 'password')).toContain('at least 8 characters')
  expect(fieldError(page, 'password')).toContain('at least two different characters')
})

test('an email address in use is reported at its field', async () => {
  const { email } = await signedUp()
  const page = await site.post('/auth?mode=sign-up', account({ email: ` ${email.toUpperCase()} ` }))
  expect(page.status).toBe(400)
  expect(fieldError(page, 'email')).toContain('already')
})

test.for([
  ['\u0000null', 302],
  ['x'.repeat(121), 400],
  [`${'🦋'.repeat(119)}x`, 302],
  ['🦋'.repeat(120), 400],
  ['‮Reversed', 302],
  ['<b>Bold</b>', 302],
  ['a\r\nb', 302],
] as const)('the name %j is taken or refused, never a crash', async ([full_name, status]) => {
  const page = await site.stranger().post('/auth?mode=sign-up', account({ full_name }))
  expect(page.status).toBe(status)
})

test('a wrong password and an unknown address look the same', async () => {
  const { email } = await signedUp()
  const wrong = await site.post('/auth', { email, password: 'linen and silk' })
  const unknown = await site.post('/auth', {
    email: 'nobody@example.test',
    password: 'linen and silk',
  })
  for (const page of [wrong, unknown]) {
    expect(page.status).toBe(400)
    expect(page.text('[role=alert]')).toBe('Wrong email or password.')
  }
})

test('a form without its fields does not sign in', async () => {
  for (const path of ['/auth', '/auth?mode=sign-up', '/auth/forgot', '/auth/reset?token=x']) {
    expect((await site.post(path, {})).status, path).toBe(400)
  }
})

test.for([
  ['/item/1?start=2026-12-01', '/item/1?start=2026-12-01'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/%2F%2Fevil.example', '/'],
  ['/%5Cevil.example', '/'],
  ['/.//evil.example', '/'],
] as const)('after signing in with return_to=%s the way leads to %s', async ([
  wanted,
  expected,
]) => {
  const { email, password } = await signedUp()
  const path = `/auth?${new URLSearchParams({ return_to: wanted })}`
  const stranger = site.stranger()
  const answer = await stranger.post(path, { email, password })
  const next = await stranger.get(answer.location ?? '')
  expect([next.status, next.location]).toEqual([302, expected])
})

test('a person can change only the form’s fields of their own profile', async () => {
  const { browsing, email } = await signedUp()
  const page = await browsing.get('/profile')
  const answer = await browsing.submit(page, 'form:has([name=full_name])', {
    full_name: '  Zoë  ',
    phone: '+1 (212) 555-0100',
    city: 'Brooklyn',
    state: 'NY',
    instagram_handle: 'https://www.instagram.com/zoe.wears/',
    account_type: 'admin',
    email: 'other@example.test',
  })
  expect([answer.status, answer.location]).toEqual([302, '/profile'])
  expect(await rowOf(email)).toMatchObject({
    full_name: 'Zoë',
    phone: '+1 (212) 555-0100',
    city: 'Brooklyn',
    state: 'NY',
    instagram_handle: 'zoe.wears',
    account_type: 'regular',
  })
  const wrong = await browsing.post('/profile', {
    full_name: '',
    phone: 'call me',
    city: '',
    state: '',
    instagram_handle: 'not a name',
  })
  expect(wrong.status).toBe(400)
  for (const name of ['full_name', 'phone', 'instagram_handle']) fieldError(wrong, name)
  expect(wrong.$('[name=phone]').getAttribute('value')).toBe('call me')
})

test('the profile tells a lister that the phone number is public', async () => {
  const lister = await site.get('/profile', { as: await site.make.closet() })
  expect(lister.text('form:has([name=phone])')).toContain('Public')
})

test('an unexpected failure is shown in the form, which keeps the input', async () => {
  const own = await testSite()
  await sql`alter table rate_limits rename to rate_limits_away`.execute(own.db)
  const page = await own.post('/auth', { email: 'ada@example.test', password: 'silk and linen' })
  expect(page.status).toBe(500)
  expect(page.text('[role=alert]')).toBe('An error occurred')
  expect(page.$('[name=email]').getAttribute('value')).toBe('ada@example.test')
})

test('a browser that blocks cookies reads so after the right password', async () => {
  const { email, password } = await signedUp()
  const path = '/auth?return_to=%2Fmy-likes'
  const answer = await site.stranger().post(path, { email, password })
  expect(answer.status).toBe(302)
  // Another stranger has none of its cookies.
  const page = await site.stranger().get(answer.location ?? '')
  expect(page.text('main')).toContain('Your browser blocks cookies.')
  const allowed = site.stranger()
  const again = await allowed.post(answer.location ?? '', { email, password })
  expect((await allowed.get(again.location ?? '')).location).toBe('/my-likes')
  // A browser with cookies goes straight on.
  await allowed.post('/sign-out', {})
  expect((await allowed.post(path, { email, password })).location).toBe('/my-likes')
})

test('a signed-out visitor with a gift link is asked to sign up first', async () => {
  const link = await site.stranger().get('/credits?code=ABCD2345')
  const address = link.location ?? ''
  expect(address).toContain('/auth?return_to=')
  const page = await site.stranger().get(address)
  expect(page.text('h1')).toBe('Create your account')
  expect(page.text('main')).toContain('A gift of credits is waiting for you.')
  const signIn = page.$$('main a').find((link) => link.textContent === 'Sign in')
  const other = await site.stranger().get(signIn?.getAttribute('href') ?? '')
  expect(other.text('h1')).toBe('Sign in to your account')
  const browsing = site.stranger()
  const account = { full_name: 'Gia', email: 'gia@example.test', password: 'silk and linen' }
  const answer = await browsing.post(address, account)
  expect((await browsing.get(answer.location ?? '')).location).toBe('/credits?code=ABCD2345')
})

test('a reset password leads back to sign-in and on to the requested page', async () => {
  const page = await site.get('/auth?return_to=%2Fmy-likes')
  const forgot = page.$('a[href^="/auth/forgot"]').getAttribute('href') ?? ''
  expect(forgot).toBe('/auth/forgot?return_to=%2Fmy-likes')
  const back = 'main a[href^="/auth?"]'
  const asking = await site.get(forgot)
  expect(asking.$(back).getAttribute('href')).toBe('/auth?return_to=%2Fmy-likes')
  const sent = await site.submit(asking, 'form', { email: 'nobody@example.test' })
  expect(sent.$(back).getAttribute('href')).toBe('/auth?return_to=%2Fmy-likes')
  const elsewhere = await site.get('/auth/forgot?return_to=%2F%2Fevil.example')
  expect(elsewhere.$$('main a[href="/auth"]')).toHaveLength(1)
})
