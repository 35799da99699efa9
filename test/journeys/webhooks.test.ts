import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { acceptRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { localNetwork, webhookReceiver } from '#test/webhook-receiver.ts'

const site = await testBrowser({ webhookNetwork: localNetwork })

/** Adds an endpoint after one whose address is refused. */
async function addEndpoint(page: Page, url: string): Promise<void> {
  await page.getByLabel('Endpoint URL').fill('http://closet.example')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByText('The URL must start with https://.').waitFor()
  await page.getByLabel('Endpoint URL').fill(url)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('heading', { name: 'Save the signing secret' }).waitFor()
}

async function remove(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('None yet.', { exact: false }).waitFor()
}

test('a closet adds an endpoint on a phone, tests it and gets its events', async () => {
  const receiver = await webhookReceiver()
  const closet = await site.make.closet()
  const page = await site.open('/business/webhooks', { as: closet, width: 390 })
  await addEndpoint(page, receiver.url)
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open the endpoint' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('webhook.test').first().waitFor()
  await site.drainJobs()
  await page.reload()
  await page.getByText('Delivered', { exact: true }).waitFor()
  await expectAccessible(page)

  const item = await site.make.item({ closet })
  const { id: rentalId } = await site.make.rental({ item })
  const on = { rentalId, origin: site.origin }
  expect(await acceptRental(site.db, closet, on, site.clock.now())).toMatchObject({ ok: true })
  await site.drainJobs()
  await page.reload()
  await page.getByText('rental.accepted').first().waitFor()
  expect(receiver.received).toHaveLength(2)
  const { headers, body } = receiver.received[1] ?? { headers: {}, body: '' }
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'rental.accepted',
    data: { id: rentalId },
  })

  await page.getByRole('button', { name: /^Send again.*rental\.accepted/ }).click()
  await page.getByText('Sent again.', { exact: false }).first().waitFor()
  await site.drainJobs()
  await expect.poll(() => receiver.received.length).toBe(3)

  await remove(page)
})
