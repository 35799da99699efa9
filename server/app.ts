import { join, resolve } from 'node:path'
import pino from 'pino'
import { ClientGone } from '#app/request/client-gone.ts'
import type { App as AppForRoutes } from '#app/request/contexts.ts'
import { createLimits, noteFailureOnOurSide } from '#app/request/limits.ts'
import { loggedPath } from '#app/request/logged-path.ts'
import { createSharedLists } from '#app/request/shared-lists.ts'
import { createSiteReads } from '#app/request/site-reads.ts'
import { asReadable, wholeBodyOf } from '#app/responses/whole-response.ts'
import { createDb, createPool, isDatabaseUnavailable, transactionIsOpen } from '#db/connection.ts'
import { watchForHalfOpen } from '#db/half-open.ts'
import { migrationNames } from '#db/migrate.ts'
import { migrationsAreMissing } from '#db/missing-migrations.ts'
import { publishedAccounts, seedDemo } from '#demo/demo.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { setHashing } from '#domain/accounts/sign-in/password-hash.ts'
import { recordPaymentMode } from '#domain/money/checkout/payment-mode.ts'
import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import { connectWarning } from '#domain/money/payouts/transfers/connect-warning.ts'
import {
  giftExpiryRefusal,
  giftExpiryWarning,
  LAWFUL_MONTHS,
} from '#domain/site/settings/gift-expiry.ts'
import { readPlatformSettings, recordShopTimeZone } from '#domain/site/settings/settings.ts'
import { createImageStore } from '#gateways/images/open-image-store.ts'
import { localOutbox } from '#gateways/mail/local-outbox.ts'
import { smtpTransport } from '#gateways/mail/smtp.ts'
import { createWebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import { readForVisitors } from '#server/data/replicas/read-for-visitors.ts'
import { createReplicas } from '#server/data/replicas/replicas.ts'
import type { App, CreateApp } from '#server/door/app-contract.ts'
import { directConnection } from '#server/jobs/direct-connection.ts'
import { type JobWorker, startWorker } from '#server/jobs/job-worker.ts'
import type { System } from '#server/jobs/system.ts'
import { taskListFor } from '#server/jobs/task-list.ts'
import { withTimeout } from '#server/jobs/with-timeout.ts'
import { allWorkersAreSilent } from '#server/jobs/worker-heartbeat.ts'
import { watchForShortage } from '#server/observe/connection-shortage.ts'
import { createMetrics } from '#server/observe/metrics/metrics.ts'
import { requestField, requestFieldOf } from '#server/observe/request-id.ts'
import { openTracing } from '#server/observe/tracing/open-tracing.ts'
import {
  tracedImages,
  tracedMail,
  tracedQuery,
  tracedWebhooks,
} from '#server/observe/tracing/traced-calls.ts'
import { openPayments } from '#server/start/payments.ts'
import { checkAddress } from './door/address.ts'
import { serveApi } from './door/api.ts'
import { limitBody } from './door/body.ts'
import { compressAnswers } from './door/compress.ts'
import { createDoor } from './door/door.ts'
import { serveFiles } from './door/files.ts'
import { answerHead } from './door/head-requests.ts'
import { secureAnswers } from './door/headers.ts'
import { serveImages } from './door/images.ts'
import { checkOrigin } from './door/origin-check.ts'
import { renderPages } from './door/render-page.ts'
import { serveSandbox } from './door/sandbox.ts'
import { noteRefusals } from './door/security-notes.ts'
import { CACHED_PAGE, createSharedPages } from './door/shared-pages.ts'
import { paymentModeOf } from './settings/payments.ts'

const STALLED_AFTER_MS = 60_000
/** How long shutdown waits for queries to an unresponsive database. */
const SECONDS_TO_CLOSE = 2

// The app runs in the project's folder, wherever its bundle is.
const pictures = resolve('demo/pictures')
const migrations = migrationNames(resolve('db/migrations'))
// Prevents an unhandled rejection: callers that await it get the error.
migrations.catch(() => {})

/** Assembles the system: one pool, one of every gateway, one request handler. */
export const createApp: CreateApp = async (options) => {
  const { settings, target, buildDirectory } = options
  const log = pino(
    { level: options.logLevel ?? 'info', base: null, mixin: requestField },
    options.logTo ?? process.stdout,
  )
  const clock = options.clock ?? (() => new Date())
  setHashing(options.hashing ?? 'secure')
  const runsJobs = options.runsJobs ?? true
  let worker: JobWorker | undefined
  const openPool = options.openPool ?? ((open) => open())
  const pool = openPool(() => createPool(target, { max: settings.databasePool }))
  // A Unix socket cannot be half-open.
  const halfOpen =
    options.watchesConnections && 'connectionString' in target
      ? watchForHalfOpen(pool, target, (closed) =>
          log.warn({ connections: { halfOpen: closed } }, HALF_OPEN),
        )
      : null
  const shortage = watchForShortage(pool, clock, (details, sentence) => log.warn(details, sentence))
  const tracing =
    settings.tracing &&
    (await openTracing(settings.tracing, (problem) =>
      log.warn({ reason: problem.message, msg: 'traces could not be sent' }),
    ))
  const db = createDb(pool, {
    namedStatements: settings.preparedStatements,
    ...(tracing && { around: tracedQuery }),
  })
  const elapsed = options.elapsed ?? (() => performance.now())
  const replicas = createReplicas({
    ...settings,
    target,
    elapsed,
    ...(tracing && { around: tracedQuery }),
    note: (details, sentence) => log.warn(details, sentence),
  })
  const metrics =
    settings.metrics &&
    createMetrics({
      db,
      pool,
      clock,
      timeZone: settings.timeZone,
      elapsed,
      replicas,
      silenceMs: runsJobs ? () => worker?.heartbeatAge() ?? 0 : null,
      noteError: (error) => {
        shortage.note(error)
        log.error({ ...errorDetails(error), msg: 'the metrics could not be read' })
      },
    })
  const payments = openPayments({
    settings,
    pool,
    clock,
    mayCall: () => {
      if (transactionIsOpen()) throw new Error('payments must not be called in a transaction')
    },
    onExchange: options.onExchange,
    noteProblem: (what, problem) => log.error({ ...errorDetails(problem), msg: what }),
    webhookFetch: async (input, init) => handle(new Request(input, init), { peer: '127.0.0.1' }),
  })
  const paymentMode = paymentModeOf(settings.payments)
  const minGiftMonths = paymentMode === 'live' && !settings.shortGiftExpiry ? LAWFUL_MONTHS : 1
  const app: AppForRoutes = {
    db,
    primary: db,
    clock,
    timeZone: settings.timeZone,
    paymentsAreReal: settings.payments.kind === 'stripe',
    chargesMoney: paymentMode === 'live',
    minGiftMonths,
    demo: settings.demo,
    originOf: (request) => settings.publicUrl ?? new URL(request.url).origin,
    stripe: payments.stripe,
    images: tracedImages(createImageStore(settings.imageStore)),
    webhooks: tracedWebhooks(createWebhookGateway(options.webhookNetwork)),
    auth: createAuth({ secret: settings.sessionSecret }),
    limits: createLimits(pool, { demo: settings.demo }),
    site: createSiteReads(),
    sharedLists: createSharedLists(elapsed, options.sharedMs),
    mailIsLocal: settings.mail.smtpUrl === null,
    migrationsAreMissing: async () => migrationsAreMissing(db, await migrations),
    jobsAreStalled: async () =>
      runsJobs ? (worker?.heartbeatAge() ?? 0) > STALLED_AFTER_MS : await allWorkersAreSilent(db),
    connectionsAreExhausted: shortage.isRecent,
    noteError: (error, incident, path) => {
      if (error instanceof ClientGone) return
      noteFailureOnOurSide()
      shortage.note(error)
      incident.kind = isDatabaseUnavailable(error) ? 'database-unavailable' : 'crash'
      log.error({ ...errorDetails(error), incident: incident.id, path: loggedPath(path) })
    },
    noteSkipped: (error, path) => {
      shortage.note(error)
      log.error({ ...errorDetails(error), path: loggedPath(path) })
    },
    noteSecurity: (note) => log.warn({ ...note, security: true }),
  }
  const note = noteRefusals(app.noteSecurity)
  const sharedPages = createSharedPages(settings)
  const countRequest = metrics?.countRequest ?? (() => {})
  const respond = createDoor({ settings, formTargets: payments.pages, note, countRequest }, [
    secureAnswers,
    answerHead,
    checkAddress,
    ...(buildDirectory ? [serveFiles(join(buildDirectory, 'client'))] : []),
    compressAnswers,
    serveApi(app, note),
    checkOrigin(note),
    limitBody(note),
    serveImages(app),
    serveSandbox(payments.handle),
    sharedPages.share,
    renderPages(
      app,
      settings.sessionSecret,
      note,
      readForVisitors(replicas, metrics?.countReplicaRead ?? (() => {})),
    ),
  ])
  const handle: App['handle'] = async (request, client) =>
    asReadable(await respond(request, client))
  const system: System = {
    ...app,
    onDirectConnection: directConnection(db, options),
    origin: settings.publicUrl ?? `http://localhost:${settings.port}`,
    mail: settings.mail.smtpUrl
      ? tracedMail(smtpTransport({ url: settings.mail.smtpUrl, from: settings.mail.from }))
      : localOutbox,
    noteJobError: (error, job) => {
      shortage.note(error)
      metrics?.countJobError(job)
      log.error({ ...errorDetails(error), job })
    },
  }
  options.onJobs?.({
    pool,
    clock,
    taskList: (onError) => taskListFor(system, onError),
    deliverWebhooks: payments.deliver,
  })
  return {
    handle,
    answer: async (request, client) => {
      const response = await respond(request, client)
      return { response, body: wholeBodyOf(response) }
    },
    metrics: metrics?.scrape ?? null,
    cached: (head) => {
      const ready = sharedPages.ready(head)
      if (ready)
        countRequest({ method: head.method, route: CACHED_PAGE, status: 200, seconds: null })
      return ready
    },
    refusal: async () =>
      (await recordPaymentMode(db, paymentMode)) ??
      giftExpiryRefusal((await readPlatformSettings(db)).giftMonths, minGiftMonths),
    prepare: async () => {
      await recordShopTimeZone(db, settings.timeZone)
      if (!app.paymentsAreReal) await setUpPayments(payments.stripe, null)
      if (settings.seedsDemo) await seedDemo(system, { pictures, sandboxFetch: payments.handle })
      return await publishedAccounts(db, app.auth, clock())
    },
    warnings: async () => {
      if (!app.paymentsAreReal) return []
      const gifts = giftExpiryWarning((await readPlatformSettings(db)).giftMonths)
      const connect = await connectWarning(db, app.stripe)
      return [gifts, connect].filter((warning) => warning !== null)
    },
    start: async () => {
      if (!runsJobs) return
      worker = await startWorker(system, options.directTarget, options)
      payments.start()
    },
    noteError: (error) => log.error({ ...errorDetails(error), ...requestFieldOf(error) }),
    close: async () => {
      await worker?.stop()
      await withTimeout(SECONDS_TO_CLOSE, payments.close())
      if (tracing) await withTimeout(SECONDS_TO_CLOSE, tracing.close())
      app.images.close()
      system.mail.close()
      await replicas.close()
      halfOpen?.close()
      await withTimeout(SECONDS_TO_CLOSE, pool.end())
    },
  }
}

const HALF_OPEN =
  'Half-open connections to the database have been closed. If this keeps happening, check the network between this process and the database: firewalls and proxies can drop connections silently.'

/** During a database outage each request logs one line; a stack trace would add nothing. */
function errorDetails(error: unknown) {
  if (!isDatabaseUnavailable(error)) return { err: error }
  return { outage: 'database', reason: error instanceof Error ? error.message : String(error) }
}
