import { expect, test } from 'vitest'
import {
  expressAccount,
  onboarded,
  openLink,
  refreshUrl,
  returnUrl,
  sendForm,
} from '#sandbox/testing/connect.ts'
import { openShop } from '#sandbox/testing/shop.ts'

test('a new account cannot receive money before its owner has completed onboarding', async () => {
  const { stripe } = await openShop()
  const account = await stripe.accounts.create({
    ...expressAccount,
    email: 'ann@closet.test',
    metadata: { owner: '1' },
  })
  expect(account).toMatchObject({
    capabilities: { transfers: 'inactive' },
    details_submitted: false,
    payouts_enabled: false,
    metadata: { owner: '1' },
  })
  expect(account.requirements?.currently_due).toContain('external_account')
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({ email: 'ann@closet.test' })
  await expect(stripe.accounts.createLoginLink(account.id)).rejects.toThrow('completed onboarding')
})

test.each([
  ['Vera Verified', { payouts_enabled: true, capabilities: { transfers: 'active' } }, []],
  [
    'mia missing',
    { payouts_enabled: false, requirements: { disabled_reason: 'requirements.past_due' } },
    ['individual.verification.document'],
  ],
  [
    'Rob Refused',
    { payouts_enabled: false, requirements: { disabled_reason: 'rejected.other' } },
    [],
  ],
])('the name %s on the onboarding page decides the result', async (name, expected, due) => {
  const shop = await openShop()
  const { id } = await shop.stripe.accounts.create(expressAccount)
  const { url } = await openLink(shop, id)
  const form = await (await fetch(url)).text()
  expect(form).toContain('The name decides the result')

  const answer = await sendForm(shop, url, { name, bankAccount: '000123456789' })

  expect(answer.headers.get('location')).toBe(returnUrl)
  const account = await shop.stripe.accounts.retrieve(id)
  expect(account).toMatchObject({ details_submitted: true, ...expected })
  expect(account.requirements?.currently_due).toEqual(due)
  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events).toMatchObject([
    { type: 'account.updated', account: id, data: { object: { id, ...expected } } },
  ])
})

test('the onboarding form names what is missing, and is accepted once', async () => {
  const shop = await openShop()
  const { id } = await shop.stripe.accounts.create(expressAccount)
  const { url } = await openLink(shop, id)

  const empty = await sendForm(shop, url, { name: ' ', bankAccount: 'none' })
  expect(empty.status).toBe(400)
  const problems = await empty.text()
  expect(problems).toContain('Enter your legal name.')
  expect(problems).toContain('Enter 4 to 17 digits.')
  await sendForm(shop, url, { name: 'Mia Missing', bankAccount: '1234' })
  const again = await sendForm(shop, url, { name: 'Vera', bankAccount: '1234' })
  expect(again.headers.get('location')).toBe(refreshUrl)
  expect((await shop.stripe.accounts.retrieve(id)).payouts_enabled).toBe(false)

  const next = await openLink(shop, id)
  expect((await fetch(url)).status).toBe(404)
  await sendForm(shop, next.url, { name: 'Vera', bankAccount: '1234' })
  expect((await shop.stripe.accounts.retrieve(id)).payouts_enabled).toBe(true)
})

test('two concurrent forms of one link change the account once', async () => {
  const shop = await openShop()
  const { id } = await shop.stripe.accounts.create(expressAccount)
  const { url } = await openLink(shop, id)
  const answers = await Promise.all(
    ['Vera', 'Mia Missing', 'Rob Refused', 'Ann'].map((name) =>
      sendForm(shop, url, { name, bankAccount: '1234' }),
    ),
  )
  const places = answers.map(({ headers }) => headers.get('location'))
  expect(places.filter((place) => place === returnUrl)).toHaveLength(1)
  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events).toHaveLength(1)
})

test('an onboarding link expires after five minutes', async () => {
  const shop = await openShop()
  const { id } = await shop.stripe.accounts.create(expressAccount)
  const { url, created, expires_at } = await openLink(shop, id)
  expect(expires_at - created).toBe(300)
  shop.clock.advance({ seconds: 300 })
  const late = await fetch(url, { redirect: 'manual' })
  expect(late.headers.get('location')).toBe(refreshUrl)
})

test('an unknown account is refused like one of another platform', async () => {
  const { stripe } = await openShop()
  const refused = { statusCode: 403, code: 'account_invalid', type: 'StripePermissionError' }
  await expect(stripe.accounts.retrieve('acct_no')).rejects.toMatchObject(refused)
  await expect(stripe.balance.retrieve({}, { stripeAccount: 'acct_no' })).rejects.toMatchObject(
    refused,
  )
})

test('a call that the sandbox does not support for accounts is refused', async () => {
  const shop = await openShop()
  const stripeAccount = await onboarded(shop)
  await expect(shop.stripe.customers.create({}, { stripeAccount })).rejects.toThrow(
    'does not support Stripe-Account',
  )
})

test('other kinds of accounts and links are refused', async () => {
  const { stripe } = await openShop()
  const { controller } = expressAccount
  await expect(stripe.accounts.create({})).rejects.toMatchObject({ param: 'controller' })
  await expect(
    stripe.accounts.create({
      controller: { ...controller, stripe_dashboard: { type: 'full' } },
    }),
  ).rejects.toMatchObject({ param: 'controller[stripe_dashboard][type]' })
  await expect(
    stripe.accountLinks.create({ account: 'acct_no', type: 'account_onboarding' }),
  ).rejects.toMatchObject({ code: 'parameter_missing' })
})

test('from the dashboard an account can disconnect, and is then unknown', async () => {
  const shop = await openShop()
  const id = await onboarded(shop)
  const { url } = await shop.stripe.accounts.createLoginLink(id)
  expect(await (await fetch(url)).text()).toContain('Your payouts')

  const answers = await Promise.all([sendForm(shop, url), sendForm(shop, url)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])

  await expect(shop.stripe.accounts.retrieve(id)).rejects.toMatchObject({ code: 'account_invalid' })
  expect((await fetch(url)).status).toBe(404)
  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events.at(-1)).toMatchObject({
    type: 'account.application.deauthorized',
    account: id,
    data: { object: { object: 'application', name: 'The Shop' } },
  })
})
