import { expect, test } from 'vitest'
import { onboarded, refreshUrl, returnUrl, sendForm } from '#sandbox/testing/connect.ts'
import { openShop } from '#sandbox/testing/shop.ts'
import { gatewayOf } from '#test/shop-gateway.ts'
import { StripeRefused } from './stripe-errors.ts'

const ann = { userId: 'ann', email: 'ann@closet.test' }

test('an account is created once for a person, and works after onboarding', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const account = await stripe.createPayoutAccount(ann)
  expect(await stripe.createPayoutAccount(ann)).toBe(account)
  expect(await stripe.readPayoutAccount(account)).toMatchObject({
    id: account,
    payoutsEnabled: false,
    receivesTransfers: false,
    detailsSubmitted: false,
    due: expect.arrayContaining(['external_account']),
  })

  const url = await stripe.openOnboarding({ account, returnUrl, refreshUrl })
  const answer = await sendForm(shop, url, { name: 'Ann', bankAccount: '000123456789' })

  expect(answer.headers.get('location')).toBe(returnUrl)
  expect(await stripe.readPayoutAccount(account)).toEqual({
    id: account,
    chargesEnabled: false,
    payoutsEnabled: true,
    receivesTransfers: true,
    detailsSubmitted: true,
    due: [],
    disabledReason: null,
  })
})

test('an account’s state includes what Stripe still needs, and why it was refused', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const missing = await onboarded(shop, { name: 'Mia Missing' })
  expect(await stripe.readPayoutAccount(missing)).toMatchObject({
    payoutsEnabled: false,
    due: ['individual.verification.document'],
    disabledReason: 'requirements.past_due',
  })
  const refused = await onboarded(shop, { name: 'Rob Refused' })
  expect(await stripe.readPayoutAccount(refused)).toMatchObject({
    payoutsEnabled: false,
    due: [],
    disabledReason: 'rejected.other',
  })
})

test('the dashboard opens after onboarding, and a disconnected account is not found', async () => {
  const shop = await openShop()
  const stripe = gatewayOf(shop)
  const isNew = await stripe.createPayoutAccount(ann)
  await expect(stripe.openDashboard(isNew)).rejects.toBeInstanceOf(StripeRefused)

  const account = await onboarded(shop)
  await sendForm(shop, await stripe.openDashboard(account))

  expect(await stripe.readPayoutAccount(account)).toBeNull()
  await expect(stripe.openOnboarding({ account, returnUrl, refreshUrl })).rejects.toMatchObject({
    code: 'account_invalid',
  })
})
