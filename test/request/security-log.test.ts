import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EVERYWHERE_ELSE } from '#app/routes/account/sign-in/everywhere-else.ts'
import { testSite } from '#test/app.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { readRow } from '#test/postgres/rows.ts'

const log: string[] = []
const site = await testSite({ log })

const account = { full_name: 'Ann Archer', email: 'ann@example.test', password: 'silk and linen' }

/** The security events since the last call, with person and address. */
function events() {
  return log.splice(0).map((line) => {
    const { event, who, method, path, address, detail } = JSON.parse(line)
    return { event, who, confirmation: `${method} ${path}`, address, ...(detail && { detail }) }
  })
}

test('every successful and failed sign-in is logged', async () => {
  const browsing = site.stranger()
  await browsing.post('/auth?mode=sign-up', account)
  const [signedUp] = events()
  expect(signedUp).toMatchObject({
    event: 'signed-up',
    confirmation: 'POST /auth',
    address: '127.0.0.1',
  })
  await browsing.post('/sign-out')
  await browsing.post('/auth', { ...account, password: 'a wrong one' }, { peer: '203.0.113.7' })
  await browsing.post('/auth', account)
  expect(events()).toEqual([
    {
      event: 'signed-out',
      who: signedUp?.who,
      confirmation: 'POST /sign-out',
      address: '127.0.0.1',
    },
    {
      event: 'sign-in-failed',
      who: null,
      confirmation: 'POST /auth',
      address: '203.0.113.7',
      detail: 'password',
    },
    { event: 'signed-in', who: signedUp?.who, confirmation: 'POST /auth', address: '127.0.0.1' },
  ])
})

test('every refusal is logged, without any input', async () => {
  const shopper = await site.make.shopper()
  log.splice(0)
  const answers = [
    await site.get('/admin/users?q=secret', { as: shopper }),
    await site.post('/auth', { password: 'secret'.repeat(60_000) }),
    await site.post('/feedback', {}, { headers: { Origin: 'https://evil.example' } }),
    await site.post('/hooks/stripe', {}, { body: '{}', headers: { 'stripe-signature': 'secret' } }),
    await site.get('/', { headers: { Host: 'evil.example' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([302, 413, 403, 400, 421])
  expect(log.join()).not.toContain('secret')
  expect(events().map(({ event, who, detail }) => [event, who, detail])).toEqual([
    ['access-refused', shopper.id, 'admin'],
    ['body-refused', null, 'too-large'],
    ['origin-refused', null, undefined],
    ['webhook-refused', null, undefined],
    ['host-refused', null, undefined],
  ])
})

test('an attempt beyond a limit is logged', async () => {
  for (let i = 0; i < 11; i++)
    await site.stranger().post('/auth', { ...account, email: 'bob@example.test' })
  expect(events().at(-1)).toMatchObject({ event: 'limit-reached', confirmation: 'POST /auth' })
})

test('every change of access to an account is logged', async () => {
  const cara = { full_name: 'Cara Cole', email: 'cara@example.test', password: 'silk and linen' }
  const { password } = cara
  const [own, other] = [site.stranger(), site.stranger()]
  await own.post('/auth?mode=sign-up', cara)
  await other.post('/auth', cara)
  const who = events()[0]?.who
  expect(who).toMatch(/^[\da-f-]{36}$/)
  const noted = () => events().map(({ event, who: by }) => [event, by])

  const settings = '/profile/sign-in'
  const everywhere = { what: 'sessions', session: EVERYWHERE_ELSE }
  await own.post(settings, { ...everywhere, password: 'wrong' })
  expect(noted()).toEqual([])
  await own.post(settings, { ...everywhere, password })
  expect(noted()).toEqual([['sessions-ended', who]])

  const factor = '/profile/second-factor'
  await own.post(factor, { what: 'begin', password })
  const begun = await own.get(factor)
  const key = begun.text('#confirm .font-mono').replaceAll(' ', '')
  const code = () => {
    site.clock.advance({ seconds: 30 })
    return codeFor(key, site.clock.now())
  }
  await own.submit(begun, '#confirm form', { code: code() })
  expect(noted()).toEqual([['second-factor-changed', who]])
  await own.submit(await own.get(factor), '#off form', { password, code: code() })
  expect(noted()).toEqual([['second-factor-changed', who]])

  const changed = 'wool and tweed'
  await own.post(settings, { what: 'password', current_password: password, new_password: changed })
  expect(noted()).toEqual([['password-changed', who]])

  await own.post(settings, { what: 'email', email: 'cole@example.test', password: changed })
  const mail = await readRow(site.db, 'mail_outbox', 'text_body', {
    to_address: 'cole@example.test',
  })
  const link = /\/auth\/email\?token=\S+/.exec(mail.text_body)?.[0] ?? ''
  await own.submit(await own.get(link), 'form')
  expect(noted()).toEqual([['email-changed', who]])

  await own.post('/profile/your-data', { password: changed })
  expect(noted()).toEqual([['account-deleted', who]])
})

test('an unexpected error is logged with its cause under the id that the page shows', async () => {
  const lines: string[] = []
  const own = await testSite({ log: lines })
  const shopper = await own.make.shopper()
  const browsing = { as: shopper, headers: { Accept: 'text/html' } }
  await sql`alter table rentals rename to rentals_away`.execute(own.db)
  const read = await own.get('/my-rentals?q=typed', browsing)
  await sql`alter table user_profiles add constraint nobody check (full_name <> 'Nobody')`.execute(
    own.db,
  )
  const written = await own.post(
    '/profile',
    { full_name: 'Nobody', city: '', state: '', phone: '', instagram_handle: '' },
    browsing,
  )
  await sql`alter table rentals_away rename to rentals`.execute(own.db)
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(errors.map(({ path, err }) => [path, err.type, err.message])).toEqual([
    ['/my-rentals', expect.any(String), expect.stringContaining('rentals')],
    ['/profile', expect.any(String), expect.stringContaining('nobody')],
  ])
  for (const { err, time, incident } of errors)
    expect([err.stack, time, incident]).toEqual([
      expect.stringContaining('\n'),
      expect.any(Number),
      expect.stringMatching(/^[\da-f]{8}$/),
    ])
  expect(read.text('main')).toContain(errors[0]?.incident)
  expect(written.status).toBeGreaterThanOrEqual(500)
  expect(lines.join()).not.toContain('typed')
})
