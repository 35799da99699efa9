import { resolve } from 'node:path'
import type { ImageStoreSettings } from '#gateways/images/open-image-store.ts'
import {
  type DatabaseSettings,
  readDatabase,
  readDatabasePool,
  readStatements,
} from './database.ts'
import { readDemo } from './demo.ts'
import { type Environment, type Given, givenBy } from './given.ts'
import { readImageStore } from './image-store.ts'
import { type MailSettings, readMail } from './mail.ts'
import {
  type MetricsSettings,
  readMetrics,
  readPort,
  readPublicUrl,
  readTrustProxy,
} from './network.ts'
import {
  type PaymentSettings,
  readPayments,
  readSandboxUrl,
  readShortGiftExpiry,
  sandbox,
} from './payments.ts'
import { readWebProcesses } from './processes.ts'
import { type ReplicaSettings, readReplicas } from './replicas.ts'
import { storedSecret } from './stored-secret.ts'
import { readTracing, type TracingSettings } from './tracing.ts'

/** All settings of an operator, read and validated once at startup. */
export interface Settings {
  /** An absolute path. */
  readonly dataDir: string
  readonly database: DatabaseSettings
  readonly replicas: ReplicaSettings
  /** Nothing is real, and accounts with a published password may exist. */
  readonly demo: boolean
  /** Demo accounts and items are added at the first start. */
  readonly seedsDemo: boolean
  readonly port: number
  /** Null: every address, or loopback if not ready for a network (`serve.ts`). */
  readonly host: string | null
  readonly metrics: MetricsSettings | null
  readonly tracing: TracingSettings | null
  /**
   * The origin that visitors see, without a trailing slash. Null: that of each request, which
   * `door/hosts.ts` accepts on this machine only.
   */
  readonly publicUrl: string | null
  /** Addresses and networks (CIDR) whose forwarding headers are trusted. */
  readonly trustProxy: readonly string[]
  readonly payments: PaymentSettings
  /** Why gift credits may expire in less than five years although they are sold; null: they may not. */
  readonly shortGiftExpiry: string | null
  readonly mail: MailSettings
  readonly timeZone: string
  readonly sessionSecret: string
  readonly imageStore: ImageStoreSettings
  /** How many processes of this machine serve requests. */
  readonly webProcesses: number
  /** How many connections to the database the pages and jobs of one process share. */
  readonly databasePool: number
  /** Off for a pooler that does not support named prepared statements (PgBouncer before 1.21). */
  readonly preparedStatements: boolean
}

/** Invalid settings; the message has a sentence for each. */
export class SettingsProblem extends Error {
  override name = 'SettingsProblem'
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/**
 * Reads the settings. An empty one counts as missing. Optional secrets are generated once and
 * stored in the data folder. Throws a SettingsProblem that lists everything wrong at once.
 */
export function readSettings(env: Environment): Settings {
  const { secret, sandboxUrl, payments, ...settings } = readGiven(env)
  const sessionSecret = secret ?? storedSecret(settings.dataDir, 'session-secret')
  return {
    ...settings,
    payments: payments === 'sandbox' ? sandbox(sessionSecret, sandboxUrl) : payments,
    sessionSecret,
  }
}

/** Throws as `readSettings` does, but creates nothing. */
export function checkSettings(env: Environment): void {
  readGiven(env)
}

function readGiven(env: Environment) {
  const wrong: string[] = []
  const given = givenBy(env)

  const dataDir = resolve(given('DATA_DIR') ?? 'data')
  const database = readDatabase(given, wrong)
  const replicas = readReplicas(given, database, wrong)
  const payments = readPayments(given, database, wrong)
  const realPayments = payments !== 'sandbox'
  const shortGiftExpiry = readShortGiftExpiry(given, wrong)
  const sandboxUrl = readSandboxUrl(given, realPayments, wrong)
  const publicUrl = readPublicUrl(given, realPayments, wrong)
  const mail = readMail(given, database, realPayments, wrong)
  const port = readPort(given, wrong)
  const metrics = readMetrics(given, port, wrong)
  const tracing = readTracing(given, wrong)
  const trustProxy = readTrustProxy(given, wrong)
  const timeZone = readTimeZone(given, wrong)
  const imageStore = readImageStore(given, dataDir, wrong)
  const preparedStatements = readStatements(given, wrong)
  const webProcesses = readWebProcesses(given, wrong)
  const databasePool = readDatabasePool(given, webProcesses, wrong)
  const demo = readDemo(given, { database, realPayments, publicUrl }, wrong)
  const secret = readSecret(given, database, wrong)
  if (wrong.length > 0) throw new SettingsProblem(wrong)

  return {
    dataDir,
    database,
    replicas,
    demo,
    seedsDemo: demo && given('SEED_DEMO') !== '0',
    port,
    host: given('HOST'),
    metrics,
    tracing,
    publicUrl,
    trustProxy,
    payments,
    shortGiftExpiry,
    sandboxUrl,
    mail,
    timeZone,
    secret,
    imageStore,
    preparedStatements,
    webProcesses,
    databasePool,
  }
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

/** Null: a secret is generated once and stored in the data folder. */
function readSecret(given: Given, database: DatabaseSettings, wrong: string[]): string | null {
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
  return secret
}
