import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { errorOf, isSignedIn, ownAccounts, PASSWORD } from './own-accounts.ts'

const site = await testSite()
const { signedUp, signedIn, nextCode, withSecondFactor } = ownAccounts(site)
const NO_LONGER =
  'Codes from your authenticator app no longer work here. Please use a backup code or contact us.'

test('with a second factor sign-in needs a code or backup code; each works once', async () => {
  const { browsing, email } = await signedUp()
  const elsewhere = await signedIn(email)
  const { key, backupCodes } = await withSecondFactor(browsing)
  expect(backupCodes).toHaveLength(10)
  expect([await isSignedIn(browsing), await isSignedIn(elsewhere)]).toEqual([true, false])

  const stranger = site.stranger()
  const item = await site.make.item({ title: 'Liked before the code' })
  const heart = { item: item.id, liked: 'yes', return_to: '/my-likes' }
  await stranger.post('/likes', heart, { headers: { Accept: 'text/html' } })
  const step = await stranger.post('/auth?return_to=%2Fmy-likes', { email, password: PASSWORD })
  expect(step.location).toBe('/auth/code?return_to=%2Fmy-likes')
  expect(await isSignedIn(stranger)).toBe(false)
  const form = await stranger.get(step.location ?? '')
  expect(form.$('main a[href^="/auth"]').getAttribute('href')).toBe('/auth?return_to=%2Fmy-likes')
  const notBegun = await site.get(step.location ?? '')
  expect(notBegun.location).toBe('/auth?return_to=%2Fmy-likes')
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
  expect(await isSignedIn(overTheShoulder)).toBe(false)

  const backup = backupCodes[0] ?? ''
  const second = await signedIn(email)
  await second.post('/auth/code', { code: backup })
  expect(await isSignedIn(second)).toBe(true)
  const third = await signedIn(email)
  expect((await third.post('/auth/code', { code: backup })).status).toBe(400)
  expect(await isSignedIn(third)).toBe(false)
  expect((await browsing.get('/profile/second-factor')).text('#codes')).toContain(
    'You have 9 backup codes left',
  )
})

test('a reset password does not sign in without the second factor', async () => {
  const { browsing, email } = await signedUp()
  const { key } = await withSecondFactor(browsing)
  await updateRows(site.db, 'user_profiles', { email }, { email_verified: true })
  const stranger = site.stranger()
  await stranger.post('/auth/forgot', { email })
  await site.drainJobs()
  const mail = await readRow(site.db, 'mail_outbox', 'text_body', {
    to_address: email,
    template: 'reset',
  })
  const link = /\/auth\/reset\?token=\S+/.exec(mail.text_body)?.[0] ?? ''
  const password = 'wool and tweed'
  const changed = await stranger.submit(await stranger.get(link), 'main form', { password })
  expect(changed.location).toBe('/auth')
  expect([await isSignedIn(stranger), await isSignedIn(browsing)]).toEqual([false, false])
  const confirmation = await stranger.post('/auth', { email, password })
  expect(confirmation.location).toMatch(/^\/auth\/code/)
  expect(await isSignedIn(stranger)).toBe(false)
  await stranger.post('/auth/code', { code: '000000' })
  expect(await isSignedIn(stranger)).toBe(false)
  await stranger.post('/auth/code', { code: nextCode(key) })
  expect(await isSignedIn(stranger)).toBe(true)
})

test('after SESSION_SECRET changes, backup codes work and the app is set up again', async () => {
  const { browsing, email } = await signedUp()
  const { key, backupCodes } = await withSecondFactor(browsing)
  const replaced = await testSite({ database: site.database })
  const stranger = replaced.stranger()
  await stranger.post('/auth', { email, password: PASSWORD })
  const refused = await stranger.post('/auth/code', { code: nextCode(key) })
  expect([refused.status, errorOf(refused, 'code')]).toEqual([400, NO_LONGER])
  expect(await isSignedIn(stranger)).toBe(false)
  await stranger.post('/auth/code', { code: backupCodes[0] ?? '' })
  expect(await isSignedIn(stranger)).toBe(true)
  const page = await stranger.get('/profile/second-factor')
  const off = { password: PASSWORD, code: nextCode(key) }
  const still = await stranger.submit(page, '#off form', off)
  expect([still.status, still.text('#off form')]).toEqual([400, expect.stringContaining(NO_LONGER)])
  const ended = await stranger.submit(page, '#off form', { ...off, code: backupCodes[1] ?? '' })
  expect(ended.status).toBe(302)
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
  expect(await isSignedIn(stranger)).toBe(false)
})

test('sensitive changes require a code from people with a second factor', async () => {
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
  expect(await isSignedIn(await signedIn(email))).toBe(true)
})

test('a copy of the database contains no backup code', async () => {
  const { browsing } = await signedUp()
  const { backupCodes } = await withSecondFactor(browsing)
  const rows = await site.db.selectFrom('auth_two_factors').select('backup_codes').execute()
  const stored = JSON.stringify(rows)
  for (const code of backupCodes) {
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code?.replaceAll('-', ''))
  }
})

test('an account blocked between password and code is refused with the reason', async () => {
  const { browsing, email } = await signedUp()
  const { key } = await withSecondFactor(browsing)
  const visitor = site.stranger()
  const step = await visitor.post('/auth', { email, password: PASSWORD })
  await updateRows(
    site.db,
    'user_profiles',
    { email },
    { blocked_at: site.clock.now(), blocked_reason: 'Harassment' },
  )
  const refused = await visitor.post(step.location ?? '', { code: nextCode(key) })
  expect([refused.status, refused.text('main')]).toEqual([
    403,
    expect.stringContaining('This account has been blocked. Please contact support.'),
  ])
})
