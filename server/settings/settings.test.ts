import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Environment } from './given.ts'
import { readSettings, SettingsProblem } from './settings.ts'

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function problems(env: Environment): readonly string[] {
  try {
    readSettings({ DATA_DIR: dataDir(), ...env })
  } catch (error) {
    if (error instanceof SettingsProblem) return error.sentences
    throw error
  }
  return []
}

const secret = 'a secret of more than thirty-two characters'
const ownDatabase = { DATABASE_URL: 'postgres://me@db.example/shop', SESSION_SECRET: secret }
const nothingReal = { PAYMENTS: 'sandbox', MAIL: 'local' }
const real = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Shop <hello@shop.example>',
}

test('no setting is required', () => {
  const folder = dataDir()
  const settings = readSettings({ DATA_DIR: folder })
  expect(settings).toMatchObject({
    dataDir: folder,
    database: { kind: 'embedded' },
    demo: true,
    port: 3000,
    host: null,
    publicUrl: null,
    trustProxy: [],
    payments: { kind: 'sandbox' },
    mail: { smtpUrl: null },
    timeZone: 'America/New_York',
    imageStore: { kind: 'folder', folder: join(folder, 'images') },
    preparedStatements: true,
    databasePool: 20,
  })
})

test('the data folder is absolute and defaults to ./data', () => {
  expect(readSettings({ SESSION_SECRET: secret }).dataDir).toBe(join(process.cwd(), 'data'))
})

test('a missing secret is generated once, readable only by its owner', () => {
  const folder = dataDir()
  const first = readSettings({ DATA_DIR: folder })
  expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32)
  expect(readSettings({ DATA_DIR: folder }).sessionSecret).toBe(first.sessionSecret)
  expect(readSettings({ DATA_DIR: dataDir() }).sessionSecret).not.toBe(first.sessionSecret)
  expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
})

test('a configured secret is used and not stored', () => {
  const folder = dataDir()
  expect(readSettings({ DATA_DIR: folder, SESSION_SECRET: secret }).sessionSecret).toBe(secret)
  expect(() => statSync(join(folder, 'session-secret'))).toThrow('ENOENT')
})

test('an empty setting counts as missing', () => {
  expect(readSettings({ DATA_DIR: dataDir(), DATABASE_URL: '', PORT: ' ' })).toMatchObject({
    database: { kind: 'embedded' },
    port: 3000,
  })
})

test('with DATABASE_URL the kind of payments and the secrets must be set', () => {
  expect(problems({ DATABASE_URL: 'postgres://db.example/shop' })).toEqual([
    expect.stringContaining('set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox'),
    expect.stringContaining('With DATABASE_URL, choose how emails are sent'),
    expect.stringContaining('SESSION_SECRET is missing'),
  ])
})

test('with DATABASE_URL the sandbox works when selected', () => {
  const settings = readSettings({ ...ownDatabase, ...nothingReal })
  expect(settings).toMatchObject({
    database: { kind: 'url', url: ownDatabase.DATABASE_URL, directUrl: ownDatabase.DATABASE_URL },
    payments: { kind: 'sandbox' },
    demo: false,
  })
})

test('processes that share a session secret share the keys of the sandbox', () => {
  const one = readSettings({ ...ownDatabase, ...nothingReal, DATA_DIR: dataDir() })
  const other = readSettings({ ...ownDatabase, ...nothingReal, DATA_DIR: dataDir() })
  const third = readSettings({ ...ownDatabase, ...nothingReal, SESSION_SECRET: `${secret}!` })
  expect(other.payments).toEqual(one.payments)
  expect(third.payments.secretKey).not.toBe(one.payments.secretKey)
})

test('worker and migrations can bypass the pooler', () => {
  const directUrl = 'postgresql://me@direct.example/shop'
  const settings = readSettings({ ...ownDatabase, ...real, DATABASE_DIRECT_URL: directUrl })
  expect(settings.database).toMatchObject({ url: ownDatabase.DATABASE_URL, directUrl })
})

test('replicas are read up to a number of seconds behind', () => {
  const replicasOf = (env: Environment) =>
    readSettings({ ...ownDatabase, ...nothingReal, ...env }).replicas
  expect(replicasOf({})).toEqual({ urls: [], maxLagSeconds: 5 })
  const [one, two] = ['postgres://me@one.example/shop', 'postgresql://me@two.example/shop']
  const both = { DATABASE_REPLICA_URL: `${one}, ${two}`, REPLICA_MAX_LAG: '30' }
  expect(replicasOf(both)).toEqual({ urls: [one, two], maxLagSeconds: 30 })
})

test('metrics have a port of their own, on this machine unless another address is set', () => {
  expect(readSettings({ DATA_DIR: dataDir() }).metrics).toBeNull()
  const metricsOf = (env: Environment) => readSettings({ DATA_DIR: dataDir(), ...env }).metrics
  expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ port: 9464, host: '127.0.0.1' })
  const elsewhere = { METRICS_PORT: '0', METRICS_HOST: '10.0.0.5' }
  expect(metricsOf(elsewhere)).toEqual({ port: 0, host: '10.0.0.5' })
  expect(metricsOf({ METRICS_PORT: '0', PORT: '0' })).toMatchObject({ port: 0 })
  expect(problems({ METRICS_PORT: '99999' })).toEqual([
    'METRICS_PORT is not a valid port: use a number from 0 to 65535; 0 picks a free port.',
  ])
  expect(problems({ METRICS_PORT: '3000' })).toEqual([
    'METRICS_PORT must differ from PORT: metrics are not for visitors.',
  ])
  expect(problems({ METRICS_HOST: '0.0.0.0' })).toEqual(['METRICS_HOST requires METRICS_PORT.'])
})

test('the demo is seeded by default only with embedded database and sandbox', () => {
  const own = { ...ownDatabase, ...nothingReal, DATA_DIR: dataDir() }
  expect(readSettings({ DATA_DIR: dataDir() })).toMatchObject({ demo: true, seedsDemo: true })
  expect(readSettings({ DATA_DIR: dataDir(), SEED_DEMO: '0' })).toMatchObject({
    demo: true,
    seedsDemo: false,
  })
  expect(readSettings(own)).toMatchObject({ demo: false, seedsDemo: false })
  expect(readSettings({ ...own, SEED_DEMO: '1' })).toMatchObject({ demo: true, seedsDemo: true })
  expect(problems({ DATA_DIR: dataDir(), ...real, SEED_DEMO: '1' })).toEqual([
    'SEED_DEMO=1 cannot be used with real payments: it adds accounts with a public password.',
  ])
})

test('demo data and real payments exclude each other', () => {
  const settings = readSettings({ DATA_DIR: dataDir(), ...real })
  expect(settings).toMatchObject({
    demo: false,
    payments: {
      kind: 'stripe',
      secretKey: 'sk_live_1',
      webhookSecret: 'whsec_1',
      connectWebhookSecret: null,
    },
    publicUrl: 'https://shop.example',
    mail: { smtpUrl: 'smtp://mail.example', from: 'Shop <hello@shop.example>' },
  })
})

test('the secret for events of closets’ accounts is read, and needed only with Connect', () => {
  const env = { DATA_DIR: dataDir(), ...real, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' }
  expect(readSettings(env).payments).toMatchObject({ connectWebhookSecret: 'whsec_2' })
})

test('an early expiry of gift credits needs a sentence', () => {
  const read = (SHORT_GIFT_EXPIRY: string) =>
    readSettings({ DATA_DIR: dataDir(), SHORT_GIFT_EXPIRY }).shortGiftExpiry
  expect(read('Gifts are given away here and never sold.')).toContain('given away')
  expect(read(' ')).toBeNull()
  expect(problems({ SHORT_GIFT_EXPIRY: 'because' })).toEqual([
    expect.stringContaining('SHORT_GIFT_EXPIRY is too short'),
  ])
})

test('real payments need a webhook secret, a public URL and mail', () => {
  expect(problems({ STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual([
    expect.stringContaining('STRIPE_WEBHOOK_SECRET is missing'),
    expect.stringContaining('PUBLIC_URL is missing'),
    expect.stringContaining('SMTP_URL is missing'),
  ])
})

test.for([
  [
    { ...nothingReal, DATABASE_URL: 'mysql://db.example/shop', SESSION_SECRET: secret },
    'DATABASE_URL',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://db.example/shop' },
    'DATABASE_DIRECT_URL requires DATABASE_URL',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://db.example/shop' },
    'DATABASE_REPLICA_URL requires DATABASE_URL',
  ],
  [
    {
      ...ownDatabase,
      ...nothingReal,
      DATABASE_REPLICA_URL: 'postgres://one.example/shop,two.example',
    },
    'DATABASE_REPLICA_URL is not a PostgreSQL connection URL',
  ],
  [
    {
      ...ownDatabase,
      ...nothingReal,
      DATABASE_REPLICA_URL: 'postgres://a.example/b,postgres://a.example/b',
    },
    'DATABASE_REPLICA_URL contains the same address twice',
  ],
  [
    { ...ownDatabase, ...nothingReal, DATABASE_REPLICA_URL: ownDatabase.DATABASE_URL },
    'DATABASE_REPLICA_URL contains the address of DATABASE_URL',
  ],
  [{ REPLICA_MAX_LAG: '5' }, 'REPLICA_MAX_LAG requires DATABASE_REPLICA_URL'],
  [
    {
      ...ownDatabase,
      ...nothingReal,
      DATABASE_REPLICA_URL: 'postgres://one.example/shop',
      REPLICA_MAX_LAG: '2',
    },
    'REPLICA_MAX_LAG is not a number of seconds from 3 to 3600',
  ],
  [{ PAYMENTS: 'stripe' }, 'PAYMENTS can only be "sandbox"'],
  [{ ...real, PAYMENTS: 'sandbox' }, 'cannot be used together'],
  [{ ...real, STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY is not a Stripe secret key'],
  [
    { ...real, STRIPE_WEBHOOK_SECRET: 'sk_live_1' },
    'STRIPE_WEBHOOK_SECRET is not a Stripe signing secret',
  ],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'without STRIPE_SECRET_KEY'],
  [
    { ...real, STRIPE_CONNECT_WEBHOOK_SECRET: 'sk_live_1' },
    'STRIPE_CONNECT_WEBHOOK_SECRET is not a Stripe signing secret',
  ],
  [
    { STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' },
    'STRIPE_CONNECT_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY',
  ],
  [{ ...real, PUBLIC_URL: 'http://shop.example' }, 'must start with https://'],
  [{ PUBLIC_URL: 'https://shop.example/path' }, 'PUBLIC_URL is not a URL'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL is not a URL'],
  [{ SMTP_URL: 'mail.example', MAIL_FROM: 'hello@shop.example' }, 'SMTP_URL is not'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing'],
  [
    { SMTP_URL: 'smtp://me:x@mail.example:465', MAIL_FROM: 'hello@shop.example' },
    'SMTP_URL has port 465, which needs smtps://',
  ],
  [{ MAIL_FROM: 'the shop' }, 'MAIL_FROM is not a sender'],
  [{ MAIL: 'none' }, 'MAIL can only be "local"'],
  [{ ...real, MAIL: 'local' }, 'cannot be used together'],
  [{ PORT: '70000' }, 'PORT is not a valid port'],
  [{ PORT: '3000a' }, 'PORT is not a valid port'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY contains "true"'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY contains "10.0.0.0/33"'],
  [{ TIME_ZONE: 'New York' }, 'TIME_ZONE is "New York"'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET is too short'],
  [{ STATEMENTS: 'off' }, 'STATEMENTS must be'],
  [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i' }, 'S3_SECRET_ACCESS_KEY is missing'],
] as const)('wrong settings are refused with one sentence: %o', ([env, sentence]) => {
  expect(problems(env)).toEqual([expect.stringContaining(sentence)])
})

test('all invalid settings are reported at once', () => {
  expect(problems({ PORT: 'x', TIME_ZONE: 'x', TRUST_PROXY: 'x,y' })).toHaveLength(4)
})

test('proxies are named by address, network or kind', () => {
  const { trustProxy } = readSettings({
    DATA_DIR: dataDir(),
    TRUST_PROXY: 'loopback, 10.1.2.3,fd00::/8',
  })
  expect(trustProxy).toEqual(['127.0.0.0/8', '::1/128', '10.1.2.3/32', 'fd00::/8'])
})

test('images are stored in S3 when it is set', () => {
  const env = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }
  expect(readSettings({ DATA_DIR: dataDir(), ...env }).imageStore).toEqual({
    kind: 's3',
    bucket: 'b',
    region: 'us-east-1',
    endpoint: null,
    accessKeyId: 'i',
    secretAccessKey: 's',
  })
})

test('named prepared statements can be switched off', () => {
  expect(readSettings({ DATA_DIR: dataDir(), STATEMENTS: 'unnamed' }).preparedStatements).toBe(
    false,
  )
})

test('DATABASE_POOL is a number of connections', () => {
  expect(readSettings({ DATA_DIR: dataDir(), DATABASE_POOL: '8' }).databasePool).toBe(8)
  expect(() => readSettings({ DATA_DIR: dataDir(), DATABASE_POOL: '1' })).toThrow(
    'DATABASE_POOL is not a number of connections',
  )
})
