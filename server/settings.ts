import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { storedSecret } from './stored-secret.ts'

/** Everything that whoever runs the app can choose, read once at start and checked. */
export interface Settings {
  /** Absolute. */
  readonly dataDir: string
  readonly database:
    | { readonly kind: 'embedded' }
    /** `directUrl` is for what a transaction pooler cannot carry: the worker and migrations. */
    | { readonly kind: 'url'; readonly url: string; readonly directUrl: string }
  /** Nothing here is real: accounts with a published password may exist. */
  readonly demo: boolean
  /** At the first start there is something to see, and people to be. */
  readonly seedsDemo: boolean
  readonly port: number
  /** Null: every address, or loopback for what is not ready for a network (`serve.ts`). */
  readonly host: string | null
  /** The origin that visitors see, without a slash at its end. Null: that of each request, which
   * `door/hosts.ts` believes on this machine only. */
  readonly publicUrl: string | null
  /** Addresses and networks (CIDR) whose forwarding headers count. */
  readonly trustProxy: readonly string[]
  readonly payments:
    | {
        readonly kind: 'sandbox'
        readonly secretKey: string
        readonly webhookSecret: string
        /** Where it runs as a process of its own; null: inside ours. */
        readonly url: string | null
      }
    | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecret: string }
  /** `smtpUrl` null: mail goes to the local outbox. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: string }
  readonly timeZone: string
  readonly sessionSecret: string
  readonly imageStore:
    | { readonly kind: 'folder'; readonly folder: string }
    | {
        readonly kind: 's3'
        readonly bucket: string
        readonly region: string
        /** Null: Amazon's own. */
        readonly endpoint: string | null
        readonly accessKeyId: string
        readonly secretAccessKey: string
      }
  /** How many connections to the database pages and jobs share. */
  readonly databasePool: number
  /** Off for a pooler that cannot keep named prepared statements (PgBouncer before 1.21). */
  readonly preparedStatements: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that cannot be used; the message has a sentence for each. */
export class SettingsProblem extends Error {
  override name = 'SettingsProblem'
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/**
 * Reads the settings. An empty one counts as not given. Secrets that need not be given are made once
 * and kept in the data folder. Throws a SettingsProblem that names everything wrong at once.
 */
export function readSettings(env: Environment): Settings {
  const wrong: string[] = []
  const given = (name: string) => env[name]?.trim() || null

  const dataDir = resolve(given('DATA_DIR') ?? 'data')
  const database = readDatabase(given, wrong)
  const payments = readPayments(given, database, wrong)
  const realPayments = payments !== 'sandbox'
  const sandboxUrl = readSandboxUrl(given, realPayments, wrong)
  const publicUrl = readPublicUrl(given, realPayments, wrong)
  const mail = readMail(given, database, realPayments, wrong)
  const port = readPort(given, wrong)
  const trustProxy = readTrustProxy(given, wrong)
  const timeZone = readTimeZone(given, wrong)
  const imageStore = readImageStore(given, dataDir, wrong)
  const preparedStatements = readStatements(given, wrong)
  const databasePool = readDatabasePool(given, wrong)
  const demo = readDemo(given, database, realPayments, wrong)
  const secret = given('SESSION_SECRET')
  if (secret !== null && secret.length < 32) {
    wrong.push(
      'SESSION_SECRET is too short: use at least 32 characters, for example the output of "openssl rand -hex 32".',
    )
  }
  if (secret === null && database.kind === 'url') {
    wrong.push(
      'SESSION_SECRET is missing: it is required with DATABASE_URL, with the same value for every process.',
    )
  }
  if (wrong.length > 0) throw new SettingsProblem(wrong)

  const sessionSecret = secret ?? storedSecret(dataDir, 'session-secret')
  return {
    dataDir,
    database,
    demo,
    seedsDemo: demo && given('SEED_DEMO') !== '0',
    port,
    host: given('HOST'),
    publicUrl,
    trustProxy,
    payments: payments === 'sandbox' ? sandbox(sessionSecret, sandboxUrl) : payments,
    mail,
    timeZone,
    sessionSecret,
    imageStore,
    preparedStatements,
    databasePool,
  }
}

/** The payment account that `npm run stripe:setup` writes to, and where its events should go. */
export interface StripeAccount {
  readonly secretKey: string
  readonly publicUrl: string
  /** Where a sandbox stands in for Stripe; null: Stripe itself. */
  readonly sandboxUrl: string | null
}

/** Reads the few settings that are known before there is a webhook. Throws a SettingsProblem. */
export function readStripeAccount(env: Environment): StripeAccount {
  const wrong: string[] = []
  const given = (name: string) => env[name]?.trim() || null
  const sandboxUrl = readSandboxUrl(given, false, wrong)
  const publicUrl = readPublicUrl(given, sandboxUrl === null, wrong)
  const secretKey = given('STRIPE_SECRET_KEY')
  if (secretKey === null || !/^(sk|rk)_/.test(secretKey)) {
    wrong.push(
      'STRIPE_SECRET_KEY is missing: set the secret key of your Stripe account (it starts with sk_).',
    )
  }
  if (publicUrl === null && sandboxUrl !== null)
    wrong.push('PUBLIC_URL is missing: set the address of your shop (https://shop.example).')
  if (wrong.length > 0) throw new SettingsProblem(wrong)
  return { secretKey: secretKey ?? '', publicUrl: publicUrl ?? '', sandboxUrl }
}

type Given = (name: string) => string | null

function readDatabase(given: Given, wrong: string[]): Settings['database'] {
  const url = given('DATABASE_URL')
  const directUrl = given('DATABASE_DIRECT_URL')
  for (const [name, value] of Object.entries({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
  })) {
    if (value !== null && !hasScheme(value, ['postgres:', 'postgresql:'])) {
      wrong.push(
        `${name} is not a PostgreSQL connection URL (postgres://user:password@host/database).`,
      )
    }
  }
  if (url !== null) return { kind: 'url', url, directUrl: directUrl ?? url }
  if (directUrl !== null) wrong.push('DATABASE_DIRECT_URL requires DATABASE_URL.')
  return { kind: 'embedded' }
}

type RealPayments = Extract<Settings['payments'], { kind: 'stripe' }>

/** Never the sandbox because a key is missing: with a database of one's own it has to be asked for. */
function readPayments(
  given: Given,
  database: Settings['database'],
  wrong: string[],
): RealPayments | 'sandbox' {
  const secretKey = given('STRIPE_SECRET_KEY')
  const webhookSecret = given('STRIPE_WEBHOOK_SECRET')
  const choice = given('PAYMENTS')
  if (choice !== null && choice !== 'sandbox') {
    wrong.push(
      'PAYMENTS can only be "sandbox". For real payments, remove it and set STRIPE_SECRET_KEY.',
    )
  }
  if (choice === 'sandbox' && secretKey !== null) {
    wrong.push('PAYMENTS=sandbox and STRIPE_SECRET_KEY cannot be used together: remove one.')
  }
  if (secretKey !== null && !/^(sk|rk)_/.test(secretKey)) {
    wrong.push('STRIPE_SECRET_KEY is not a Stripe secret key (it starts with sk_ or rk_).')
  }
  if (secretKey !== null && webhookSecret === null) {
    wrong.push(
      'STRIPE_WEBHOOK_SECRET is missing: without it, events from Stripe cannot be verified.',
    )
  }
  if (secretKey === null && webhookSecret !== null) {
    wrong.push('STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.')
  }
  if (webhookSecret !== null && !webhookSecret.startsWith('whsec_')) {
    wrong.push('STRIPE_WEBHOOK_SECRET is not a Stripe signing secret (it starts with whsec_).')
  }
  if (secretKey === null && webhookSecret === null && choice === null && database.kind === 'url') {
    wrong.push(
      'With DATABASE_URL, choose how payments work: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox for test payments.',
    )
  }
  if (secretKey === null) return 'sandbox'
  return { kind: 'stripe', secretKey, webhookSecret: webhookSecret ?? '' }
}

function readSandboxUrl(given: Given, realPayments: boolean, wrong: string[]): string | null {
  const value = given('SANDBOX_URL')
  if (value === null) return null
  if (realPayments) wrong.push('SANDBOX_URL cannot be used with real payments.')
  if (!hasScheme(value, ['http:'])) {
    wrong.push('SANDBOX_URL is not a sandbox URL, such as http://127.0.0.1:4242.')
  }
  return value
}

/** Every process that has the session secret has the sandbox's keys too. */
function sandbox(sessionSecret: string, url: string | null): Settings['payments'] {
  const derived = (use: string) => createHmac('sha256', sessionSecret).update(use).digest('hex')
  return {
    kind: 'sandbox',
    secretKey: `sk_test_${derived('sandbox secret key').slice(0, 48)}`,
    webhookSecret: `whsec_${derived('sandbox webhook secret').slice(0, 48)}`,
    url,
  }
}

function readPublicUrl(given: Given, realPayments: boolean, wrong: string[]): string | null {
  const value = given('PUBLIC_URL')
  if (value === null) {
    if (realPayments)
      wrong.push(
        'PUBLIC_URL is missing: customers return to it after a payment (https://shop.example).',
      )
    return null
  }
  const url = URL.canParse(value) ? new URL(value) : null
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!isOrigin || !['http:', 'https:'].includes(url.protocol)) {
    wrong.push('PUBLIC_URL is not a URL without a path, such as https://shop.example.')
    return null
  }
  if (realPayments && url.protocol !== 'https:') {
    wrong.push('PUBLIC_URL must start with https:// when payments are real.')
  }
  return url.origin
}

function readMail(
  given: Given,
  database: Settings['database'],
  realPayments: boolean,
  wrong: string[],
): Settings['mail'] {
  const smtpUrl = given('SMTP_URL')
  const from = given('MAIL_FROM')
  if (smtpUrl !== null && !hasScheme(smtpUrl, ['smtp:', 'smtps:'])) {
    wrong.push('SMTP_URL is not the URL of a mail server (smtp://user:password@host:587).')
  }
  if (smtpUrl === null && realPayments) {
    wrong.push('SMTP_URL is missing: when payments are real, emails must be sent.')
  }
  const choice = given('MAIL')
  if (choice !== null && choice !== 'local') {
    wrong.push('MAIL can only be "local". To send emails, remove it and set SMTP_URL.')
  }
  if (choice === 'local' && smtpUrl !== null) {
    wrong.push('MAIL=local and SMTP_URL cannot be used together: remove one.')
  }
  if (smtpUrl === null && choice === null && !realPayments && database.kind === 'url') {
    wrong.push(
      'With DATABASE_URL, choose how emails are sent: set SMTP_URL and MAIL_FROM, or MAIL=local to keep them in the local outbox.',
    )
  }
  if (smtpUrl !== null && from === null) {
    wrong.push('MAIL_FROM is missing: emails need a sender.')
  }
  if (from !== null && !/^[^<>]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    wrong.push('MAIL_FROM is not a sender, such as "Hemline <hello@shop.example>".')
  }
  return { smtpUrl, from: from ?? 'Hemline <hello@hemline.test>' }
}

function readPort(given: Given, wrong: string[]): number {
  const value = given('PORT') ?? '3000'
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
  wrong.push('PORT is not a valid port: use a number from 0 to 65535; 0 picks a free port.')
  return 3000
}

const knownNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

function readTrustProxy(given: Given, wrong: string[]): readonly string[] {
  return (given('TRUST_PROXY') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => {
      const known = knownNetworks[part]
      if (known) return known
      const [address = '', bits] = part.split('/')
      const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
      const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
      if (longest > 0 && length >= 0 && length <= longest) return [`${address}/${length}`]
      wrong.push(
        `TRUST_PROXY contains "${part}", which is not an address, a network (10.0.0.0/8), "loopback" or "private".`,
      )
      return []
    })
}

function readTimeZone(given: Given, wrong: string[]): string {
  const value = given('TIME_ZONE') ?? 'America/New_York'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    wrong.push(
      `TIME_ZONE is "${value}", which is not a time zone, such as America/New_York or Europe/Berlin.`,
    )
    return value
  }
}

function readImageStore(given: Given, dataDir: string, wrong: string[]): Settings['imageStore'] {
  const bucket = given('S3_BUCKET')
  const endpoint = given('S3_ENDPOINT')
  const accessKeyId = given('S3_ACCESS_KEY_ID')
  const secretAccessKey = given('S3_SECRET_ACCESS_KEY')
  const region = given('S3_REGION')
  if ([bucket, endpoint, accessKeyId, secretAccessKey, region].every((value) => value === null)) {
    return { kind: 'folder', folder: join(dataDir, 'images') }
  }
  const needed = {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  for (const [name, value] of Object.entries(needed)) {
    if (value === null) wrong.push(`${name} is missing: it is required to store images in S3.`)
  }
  if (endpoint !== null && !hasScheme(endpoint, ['http:', 'https:'])) {
    wrong.push('S3_ENDPOINT is not a URL (https://…).')
  }
  return {
    kind: 's3',
    bucket: bucket ?? '',
    region: region ?? 'us-east-1',
    endpoint,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  }
}

/** With a database of one's own nothing is put into it unless that is asked for. */
function readDemo(
  given: Given,
  database: Settings['database'],
  realPayments: boolean,
  wrong: string[],
): boolean {
  const value = given('SEED_DEMO')
  if (value !== null && value !== '0' && value !== '1') {
    wrong.push('SEED_DEMO must be 1 (add demo data at the first start) or 0 (do not).')
  }
  if (value === '1' && realPayments) {
    wrong.push(
      'SEED_DEMO=1 cannot be used with real payments: it adds accounts with a public password.',
    )
  }
  return !realPayments && (database.kind === 'embedded' || value === '1')
}

function readStatements(given: Given, wrong: string[]): boolean {
  const value = given('STATEMENTS') ?? 'named'
  if (value !== 'named' && value !== 'unnamed') {
    wrong.push('STATEMENTS must be "named" (prepared once per connection) or "unnamed".')
  }
  return value !== 'unnamed'
}

function readDatabasePool(given: Given, wrong: string[]): number {
  const value = given('DATABASE_POOL') ?? '20'
  if (/^\d{1,3}$/.test(value) && Number(value) >= 2) return Number(value)
  wrong.push('DATABASE_POOL is not a number of connections from 2 to 999.')
  return 20
}

function hasScheme(value: string, schemes: readonly string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol)
}
