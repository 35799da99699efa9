import { expect, test } from 'vitest'
import { unsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import { disabledTopics } from '#domain/outbound/notify/mail-choices.ts'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make, db } = site

// This needs a browser: whether a form states its origin depends on the page's referrer policy.
const plain = { javaScript: false, width: 390 }

/** The address in the latest email of this kind. */
async function linkIn(template: string): Promise<string> {
  await site.drainJobs()
  const { text_body } = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { pathname, search } = new URL(/https?:\S+/.exec(text_body)?.[0] ?? '')
  return pathname + search
}

test('without JavaScript the links in emails confirm an address and change a password', async () => {
  const stranger = site.stranger()
  const email = 'ann@example.test'
  const account = { full_name: 'Ann Lee', email, password: 'silk and linen' }
  await stranger.post('/auth?mode=sign-up', account)
  const page = await site.open(await linkIn('welcome'), plain)
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await page.waitForURL('**/auth/verify?done')

  await stranger.post('/auth/forgot', { email })
  await page.goto(await linkIn('reset'))
  await page.getByLabel('New password').fill('wool and tweed')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password has been changed').waitFor()
})

test('without JavaScript a person unsubscribes by a button', async () => {
  const shopper = await make.shopper()
  const wanted = { personId: shopper.id, topic: 'waitlist' } as const
  const page = await site.open(unsubscribeAddress(site.settings.sessionSecret, '', wanted), plain)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  expect(await disabledTopics(db, shopper)).toEqual(['waitlist'])
})

test('the button of a link that was used in the meantime says so', async () => {
  const stranger = site.stranger()
  const account = { full_name: 'Bea Lee', email: 'bea@example.test', password: 'silk and linen' }
  await stranger.post('/auth?mode=sign-up', account)
  const link = await linkIn('welcome')
  const page = await site.open(link, { allowedErrors: /status of 410 .*\.data\b/ })
  await site.stranger().post(link, {})
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
})
