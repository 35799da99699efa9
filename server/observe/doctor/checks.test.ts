import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { recordPaymentMode } from '#domain/money/checkout/payment-mode.ts'
import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import { temporaryFolder } from '#gateways/images/testing/temporary-stores.ts'
import { openShop } from '#sandbox/testing/shop.ts'
import type { PaymentSettings } from '#server/settings/payments.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { gatewayOf } from '#test/shop-gateway.ts'
import { openCollector } from '#test/trace-collector.ts'
import { runCheck } from './check.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkClock, checkPaymentMode } from './database.ts'
import { checkImages, checkMail, checkStripe, checkTraces } from './outside.ts'
import { withoutSecrets } from './secrets.ts'

const problem = (words: RegExp) => ({ problems: [expect.stringMatching(words)] })

test('a clock that differs from the database’s is found', async () => {
  const { pool } = await testDatabase()
  expect(await checkClock(pool)).toHaveProperty('ok')
  const behind = () => Date.now() - 60_000
  expect(await checkClock(pool, behind)).toEqual(problem(/60 seconds ahead of.*NTP/))
})

test('keys of Stripe for a database with customers of the sandbox are found', async () => {
  const { db } = await testDatabase()
  const secrets = { webhookSecret: 'whsec_1', connectWebhookSecret: 'whsec_2' }
  const sandbox = { kind: 'sandbox', secretKey: 'sk_test_1', ...secrets, url: null } as const
  const stripe = { kind: 'stripe', secretKey: 'sk_live_1', ...secrets } as const
  const check = (payments: PaymentSettings) => checkPaymentMode(db, { payments })
  expect(await recordPaymentMode(db, 'sandbox')).toBeNull()
  const { id: user_id } = await make(db).person()
  const customer = { user_id, stripe_customer_id: 'cus_1', created_at: new Date() }
  await db.insertInto('stripe_customers').values(customer).execute()
  expect(await check(sandbox)).toEqual({ ok: 'mode "sandbox"' })
  expect(await check(stripe)).toEqual(problem(/used with the payment sandbox.*new database/))
})

test('a mail server that is gone or refuses the password is found', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) =>
      password === 'right'
        ? answer(null, { user: username ?? '' })
        : answer(new Error('Invalid username or password')),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(stop)
  const { port } = server.server.address() as AddressInfo
  const at = (password: string) => ({
    smtpUrl: `smtp://shop:${password}@127.0.0.1:${port}`,
    from: 'shop@shop.example',
  })
  expect(await checkMail(at('right'))).toEqual({ ok: `127.0.0.1:${port}` })
  expect(await checkMail(at('wrong'))).toEqual(problem(/Invalid username or password.*SMTP_URL/))
  await stop()
  expect(await checkMail(at('right'))).toEqual(problem(/ECONNREFUSED.*SMTP_URL/))
})

test('a wrong Stripe key, missing webhooks and an unreachable Stripe are found', async () => {
  const shop = await openShop()
  const url = 'https://shop.example'
  const stripe = gatewayOf(shop, { connectWebhookSecret: 'whsec_accounts' })
  const missing = await checkStripe(stripe, url, 'live')
  expect(missing).toEqual({
    problems: [
      expect.stringMatching(/to https:\/\/shop\.example\/hooks\/stripe, .*npm run stripe:setup/),
      expect.stringMatching(/to https:\/\/shop\.example\/hooks\/stripe\?connect, /),
    ],
  })
  await setUpPayments(stripe, url)
  expect(await checkStripe(stripe, url, 'live')).toHaveProperty('ok')
  expect(await checkStripe(stripe, url, 'test')).toEqual({
    ok: expect.stringMatching(/^STRIPE_SECRET_KEY is a test key: no real money is charged\./),
  })
  expect(await checkStripe(stripe, 'https://other.example', 'live')).toHaveProperty(
    'problems.length',
    2,
  )

  const { id } = await shop.stripe.webhookEndpoints.create({
    url: `${url}/hooks/stripe`,
    enabled_events: ['invoice.paid'],
  })
  expect(await checkStripe(stripe, url, 'live')).toEqual(
    problem(new RegExp(`endpoint ${id} of another API version.*delete it at Stripe`)),
  )

  const wrong = gatewayOf(shop, { secretKey: 'sk_test_of_somebody_else' })
  expect(await checkStripe(wrong, url, 'live')).toEqual(
    problem(/refuses the key.*STRIPE_SECRET_KEY/),
  )
  const away = gatewayOf(shop, { sandboxUrl: 'http://127.0.0.1:1' })
  expect(await checkStripe(away, url, 'live')).toEqual(problem(/Stripe cannot be reached/))
})

test('an image store that cannot be written to is found', async () => {
  const folder = temporaryFolder()
  const images = { kind: 'folder', folder: join(folder, 'images') } as const
  expect(await checkImages(images)).toEqual({ ok: images.folder })
  writeFileSync(join(folder, 'file'), '')
  expect(await checkImages({ kind: 'folder', folder: join(folder, 'file') })).toEqual(
    problem(/ENOTDIR.*right to write/),
  )
  const bucket = {
    kind: 's3',
    bucket: 'pictures',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:1',
    accessKeyId: 'id',
    secretAccessKey: 'key',
  } as const
  expect(await checkImages(bucket)).toEqual(problem(/ECONNREFUSED.*S3_BUCKET/))
})

test('a data folder that is not a folder, or is on a full disk, is found', async () => {
  const dataDir = temporaryFolder()
  const imageStore = { kind: 'folder', folder: join(dataDir, 'images') } as const
  const settings = { dataDir, database: { kind: 'embedded' }, imageStore } as const
  expect(await checkDataFolder(settings, 1)).toEqual({ ok: dataDir })
  expect(await checkDataFolder(settings, Number.MAX_SAFE_INTEGER)).toEqual(
    problem(/Only \d+ MB is free.*DATA_DIR/),
  )
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(await checkDataFolder({ ...settings, dataDir: file }, 1)).toEqual(
    problem(/Files cannot be written to .*file.*DATA_DIR/),
  )
})

test('a check that times out or throws is reported as a problem', async () => {
  const what = 'x'
  const never = () => new Promise<never>(() => {})
  expect(await runCheck({ what, seconds: 0.01, run: never })).toEqual({
    what,
    ...problem(/No result/),
  })
  const breaks = async () => Promise.reject(new Error('broken'))
  expect(await runCheck({ what, seconds: 1, run: breaks })).toEqual({ what, ...problem(/broken/) })
})

test('no secret of the settings is printed, in whatever form', () => {
  const env = {
    DATABASE_URL: 'postgres://shop:p%40ss-word@db/shop',
    STRIPE_SECRET_KEY: 'sk_live_123',
    SMTP_URL: 'not a url',
  }
  const line = 'p%40ss-word and p@ss-word and sk_live_123 and shop'
  expect(withoutSecrets(line, env)).toBe('… and … and … and shop')
  // A word of the sentence, not a secret.
  expect(withoutSecrets('SESSION_SECRET is too short', { SESSION_SECRET: 'short' })).toContain(
    'short',
  )
})

test('an unreachable or wrong trace collector is found', async () => {
  const collector = await openCollector()
  const at = (url: string) => checkTraces({ url: `${url}/v1/traces`, sampled: 1 })
  expect(await at(collector.url)).toEqual({ ok: collector.url })
  expect(await at(`${collector.url}/other`)).toEqual(problem(/status 404.*port 4318/))
  await collector.close()
  expect(await at(collector.url)).toEqual(problem(/cannot be sent.*collector is running/))
})
