import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Browsing } from '#test/browsing.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'

const site = await testSite()

let people = 0
async function somebody() {
  const browsing = site.stranger()
  const email = `somebody-${++people}@example.test`
  const password = 'silk and linen'
  await browsing.post('/auth?mode=sign-up', { full_name: 'Ann Archer', email, password })
  return { browsing, email, password }
}

/** The link in the latest email to a person. */
async function linkTo(email: string, path: string): Promise<string> {
  await site.drainJobs()
  const visitor = site.stranger()
  const outbox = await visitor.get('/dev/mail')
  for (const item of outbox.$$('li:has(a[href^="/dev/mail?message="])')) {
    if (!item.textContent.includes(email)) continue
    const mail = await visitor.get(item.querySelector('a')?.getAttribute('href') ?? '')
    const link = mail
      .$$('main a[href^=http]')
      .map((one) => one.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
      .find((href) => new URL(href).pathname === path)
    if (link) return link
  }
  throw new Error(`no mail to ${email} leads to ${path}`)
}

async function isSignedIn(browsing: Browsing): Promise<boolean> {
  return (await browsing.get('/my-likes')).status === 200
}

test('a forgotten password can be reset with an emailed link, once, and every session ends', async () => {
  const { browsing, email, password } = await somebody()
  const visitor = site.stranger()
  const confirmation = await visitor.submit(await visitor.get('/auth/forgot'), 'form', { email })
  expect(confirmation.text('main [role=status]')).toContain(email)

  const link = await linkTo(email, '/auth/reset')
  const form = await visitor.get(link)
  expect(form.response.headers.get('cache-control')).toBe('no-store')
  expect(form.response.headers.get('referrer-policy')).toBe('strict-origin')
  const weak = await visitor.submit(form, 'form', { password: 'password' })
  expect(weak.status).toBe(400)
  const changed = await visitor.submit(form, 'form', { password: 'wool and tweed' })
  expect([changed.status, changed.location]).toEqual([302, '/auth'])
  expect((await visitor.follow(changed)).text()).toContain('Your password has been changed')

  expect(await isSignedIn(browsing)).toBe(false)
  expect((await visitor.post('/auth', { email, password })).status).toBe(400)
  expect((await visitor.post('/auth', { email, password: 'wool and tweed' })).status).toBe(302)

  expect((await visitor.get(link)).status).toBe(410)
  const again = await visitor.submit(form, 'form', { password: 'lace and lace' })
  expect(again.status).toBe(400)
})

test('a reset link expires after an hour', async () => {
  const own = await testSite()
  const browsing = own.stranger()
  const email = 'late@example.test'
  await browsing.post('/auth?mode=sign-up', { full_name: 'Late', email, password: 'silk, linen' })
  await browsing.post('/auth/forgot', { email })
  await own.drainJobs()
  const mail = await readRow(own.db, 'mail_outbox', 'text_body', { template: 'reset' })
  const link = /http\S+/.exec(mail.text_body)?.[0] ?? ''
  expect((await browsing.get(link)).status).toBe(200)
  own.clock.advance({ hours: 1, seconds: 1 })
  expect((await browsing.get(link)).status).toBe(410)
  expect((await browsing.post(link, { password: 'wool and tweed' })).status).toBe(400)
})

test('a reset request does not reveal whether an account exists', async () => {
  const { email } = await somebody()
  const answers = []
  for (const confirmation of [email, 'nobody@example.test']) {
    const page = await site.stranger().post('/auth/forgot', { email: confirmation })
    answers.push([page.status, page.text('main').replace(confirmation, '…')])
  }
  expect(answers[0]).toEqual(answers[1])
})

test('the link in the welcome email verifies the address', async () => {
  const { browsing, email } = await somebody()
  expect((await browsing.get('/profile')).text()).toContain('Not confirmed yet')
  const link = await linkTo(email, '/auth/verify')
  const asking = await site.get(link)
  expect(asking.text('h1')).toBe('Confirm your email address')
  expect((await browsing.get('/profile')).text()).toContain('Not confirmed yet')
  const confirmed = await site.stranger().submit(asking, 'form')
  expect((await site.get(confirmed.location ?? '')).text('h1')).toBe(
    'Your email address is confirmed',
  )
  expect((await browsing.get('/profile')).text()).not.toContain('Not confirmed yet')
  expect((await site.stranger().get(link)).status).toBe(410)
  expect((await browsing.get(link)).text('h1')).toBe('Your email address is confirmed')
  expect((await site.get('/auth/verify?token=nonsense')).status).toBe(410)
})

test('the verification link can be sent again from the profile', async () => {
  const { browsing, email } = await somebody()
  const answer = await browsing.post('/profile', { verify: 'yes' })
  expect((await browsing.follow(answer)).text()).toContain(`We have sent a link to ${email}.`)
  const mails = await readRows(site.db, 'mail_outbox', 'template', { to_address: email }, 'id')
  expect(mails.map(({ template }) => template)).toEqual(['welcome', 'verification'])
})

test('emails are shown with their links, and as HTML without scripts', async () => {
  const { email } = await somebody()
  const link = await linkTo(email, '/auth/verify')
  expect(link).toMatch(/^http:\/\/localhost:3000\//)
  const outbox = await site.get('/dev/mail')
  const mail = await site.get(outbox.$('li a').getAttribute('href') ?? '')
  const sandbox = mail.$('iframe').getAttribute('sandbox') ?? 'none'
  expect(sandbox).not.toMatch(/allow-(scripts|same-origin|forms)/)
  expect((await site.get('/dev/mail?message=nonsense')).status).toBe(404)
})

test('pages link to the outbox only on this machine, where it is readable', async () => {
  const { browsing, email, password } = await somebody()
  await browsing.post('/profile/sign-in', { what: 'email', email: `new-${email}`, password })
  for (const peer of ['127.0.0.1', '192.0.2.1']) {
    const isHere = peer === '127.0.0.1'
    const forgotten = await browsing.post('/auth/forgot', { email }, { peer })
    const pages = [
      forgotten,
      await browsing.get('/profile', { peer }),
      await browsing.get('/profile/sign-in', { peer }),
    ]
    expect(pages.map((page) => page.has('a[href="/dev/mail"]'))).toEqual([isHere, isHere, isHere])
    expect(forgotten.html.includes('ask whoever runs it for the link')).toBe(!isHere)
  }
})

test('with a mail server the local outbox is not readable', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Hemline <hello@shop.example>' }
  const own = await testSite({ env })
  expect((await own.get('/dev/mail')).status).toBe(404)
})
