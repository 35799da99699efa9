import { createDb, createPool } from '#db/connection.ts'
import { hasCluster } from '#db/embedded/cluster-home.ts'
import { StartProblem } from '#db/embedded/start-problem.ts'
import { createStripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { type Opened, openDatabaseInUse } from '#server/data/open-database-in-use.ts'
import { paymentModeOf } from '#server/settings/payments.ts'
import type { Settings } from '#server/settings/settings.ts'
import { checkBacklog, checkIntegrity } from './backlog.ts'
import { type Check, type Found, type Result, reasonOf, runCheck } from './check.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkClock, checkConnections, checkMigrations, checkPaymentMode } from './database.ts'
import { checkImages, checkMail, checkPublicUrl, checkStripe, checkTraces } from './outside.ts'
import { checkReplicas } from './replicas.ts'
import { checkTimeZones } from './time-zones.ts'

type Report = (result: Result) => void

const SECONDS = 20
/** The embedded database may have to recover first. */
const SECONDS_TO_OPEN = 60
/** The integrity checks read every table. */
const SECONDS_FOR_INTEGRITY = 1800

/** Checks everything that an installation needs, in sequence. */
export async function examine(settings: Settings, report: Report): Promise<void> {
  const check = async (what: string, run: Check['run'], seconds = SECONDS) => {
    const result = await runCheck({ what, seconds, run })
    report(result)
    return 'ok' in result
  }
  report({ what: 'Node', ok: process.versions.node })
  const filesAreFine = await check('data folder', () => checkDataFolder(settings))
  const isEmbedded = settings.database.kind === 'embedded'
  if (isEmbedded && !filesAreFine) report({ what: 'database', skipped: 'it is in the data folder' })
  else if (isEmbedded && !hasCluster(settings.dataDir))
    report({ what: 'database', ok: 'the first start creates it' })
  else await examineDatabase(settings, check)
  await check('mail', () => checkMail(settings.mail))
  await check('Stripe', () => checkPayments(settings))
  await check('images', () => checkImages(settings.imageStore))
  await check('PUBLIC_URL', () => checkPublicUrl(settings.publicUrl))
  await check('traces', () => checkTraces(settings.tracing))
}

type RunCheck = (what: string, run: Check['run'], seconds?: number) => Promise<boolean>

async function examineDatabase(settings: Settings, check: RunCheck): Promise<void> {
  const opened: Opened[] = []
  const open = async (): Promise<Found> => {
    try {
      const database = await openDatabaseInUse(settings, () => {}, { tries: 1 })
      opened.push(database)
      return { ok: await versionOf(database) }
    } catch (error) {
      return { problems: [databaseProblem(error)] }
    }
  }
  await check('database', open, SECONDS_TO_OPEN)
  const [database] = opened
  if (!database) return
  const pool = createPool(database.directTarget, { max: 2 })
  const db = createDb(pool, { namedStatements: false })
  try {
    await check('connections', () => checkConnections(pool, settings))
    await check('clock', () => checkClock(pool))
    await check('time zone', () => checkTimeZones(pool, settings))
    await check('replicas', () => checkReplicas(settings.replicas, database.directTarget))
    if (await check('migrations', () => checkMigrations(pool))) {
      const isSetUp = await pool.query("select to_regclass('graphile_worker.jobs') as jobs")
      if (isSetUp.rows[0]?.jobs) {
        await check('payments', () => checkPaymentMode(db, settings))
        await check('jobs, emails and payment events', () => checkBacklog(db))
        await check('integrity', () => checkIntegrity(db), SECONDS_FOR_INTEGRITY)
      }
    }
  } finally {
    await pool.end()
    await database.close()
  }
}

async function versionOf({ directTarget, isRunning }: Opened): Promise<string> {
  const pool = createPool(directTarget, { max: 1 })
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    const version = `PostgreSQL ${rows[0]?.server_version}`
    return isRunning ? `${version}, which the running shop has opened` : version
  } finally {
    await pool.end()
  }
}

function databaseProblem(error: unknown): string {
  const remedies =
    'check host, port, user, password and database in DATABASE_URL, and that PostgreSQL is running and has free connections'
  if (!(error instanceof StartProblem))
    return `The database cannot be used: ${reasonOf(error)}. To fix it, ${remedies}.`
  const { message } = error
  return /cannot be used/.test(message) ? `${message} To fix it, ${remedies}.` : message
}

async function checkPayments({ payments, publicUrl }: Settings): Promise<Found> {
  if (payments.kind !== 'stripe') return { skipped: 'payments are in test mode' }
  const stripe = createStripeGateway({ ...payments, mayCall: () => {} })
  return await checkStripe(stripe, publicUrl ?? '', paymentModeOf(payments))
}
