import type { Pool } from 'pg'
import { answerApi, reportUnexpected } from '#sandbox/api/api.ts'
import { apiFailure, StripeProblem } from '#sandbox/core/errors.ts'
import type { Exchange } from '#sandbox/core/exchanges.ts'
import { createFaults } from '#sandbox/core/faults.ts'
import { migrate } from '#sandbox/core/schema.ts'
import { inTransaction, noRequest, type Work } from '#sandbox/core/work.ts'
import { requireKey } from '#sandbox/http/authorization.ts'
import { answerFaultRequest } from '#sandbox/http/fault-requests.ts'
import { deleteExpiredKeys } from '#sandbox/http/idempotency.ts'
import { answerPage } from '#sandbox/pages/pages.ts'
import { createWebhookSender, type Endpoint } from '#sandbox/webhooks/sender.ts'
import { createBackground } from './background.ts'
import { runNextTimer } from './due-work.ts'

export type SandboxOptions = {
  /** Connections to the database with the schema `stripe_sandbox`. The caller closes the pool. */
  pool: Pool
  /** The only API key that is accepted. */
  secretKey: string
  webhook: Endpoint
  /** Where events of connected accounts go; without it, only to endpoints created by the API. */
  connectWebhook?: Endpoint
  /**
   * The origin of the pages for a browser: fixed, or derived from the address that it will return to.
   * Without it, the pages are expected on the origin of that address.
   */
  publicOrigin?: string | ((returnAddress: string) => string)
  /** The merchant's name on the pages. */
  businessName?: string
  clock?: () => Date
  fetch?: typeof fetch
  /** Receives every API call with its response, and every event. */
  onExchange?: (exchange: Exchange) => void
  /** Receives errors; by default they are written to standard error. */
  onProblem?: (what: string, problem: unknown) => void
}

export type Sandbox = {
  /** Handles requests below `/v1` and `/sandbox`; returns nothing for others. */
  handle(request: Request): Promise<Response | undefined>
  /** Processes due changes and sends due webhooks; returns how many were accepted. */
  deliverDueWebhooks(): Promise<number>
  /** Starts delivering in the background, beginning with what an earlier process left. */
  start(): void
  /** Stops the background work and waits for work in progress. */
  close(): Promise<void>
}

/** A local server for the part of the Stripe API in use, with Stripe's hosted pages. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { pool, secretKey, clock = () => new Date(), businessName = 'Test shop' } = options
  const faults = createFaults()
  const closing = new AbortController()
  const prepare = once(() => migrate(pool))
  const pageOrigin = originOf(options.publicOrigin)
  const { onExchange: show = () => undefined, onProblem: report = console.error } = options

  async function run<T>(
    task: (work: Work) => Promise<T>,
    request: Work['request'] = noRequest,
  ): Promise<T> {
    await prepare()
    const now = Math.floor(clock().getTime() / 1000)
    return inTransaction(pool, (db) =>
      task({
        db,
        now,
        account: null,
        clock: null,
        realNow: now,
        request,
        pageOrigin,
        show,
        report,
      }),
    )
  }

  const sender = createWebhookSender({
    run,
    faults,
    clock,
    endpoints: { account: options.webhook, connect: options.connectWebhook },
    fetch: options.fetch ?? fetch,
    closing: closing.signal,
  })

  // Callers during a run wait for it, and for what became due in the meantime.
  const runDueTimers = serialized(async () => {
    while (await run(runNextTimer));
  })

  /** An expired session is never shown as open, whether or not the background work runs. */
  const runAfterDueTimers: typeof run = async (task, request) => {
    await runDueTimers()
    return run(task, request)
  }

  async function deliverDueWebhooks(): Promise<number> {
    await runDueTimers()
    return sender.deliverDue()
  }

  async function handle(request: Request): Promise<Response | undefined> {
    const path = new URL(request.url).pathname
    if (!/^\/(v1|sandbox)(\/|$)/.test(path)) return undefined
    const response = path.startsWith('/v1')
      ? await answerApi(request, { secretKey, faults, run: runAfterDueTimers, show, report })
      : path === '/sandbox/faults'
        ? await withKey(request, { secretKey, report }, () => answerFaultRequest(request, faults))
        : await answerPage(request, { run: runAfterDueTimers, businessName })
    background.wake()
    return response
  }

  const background = createBackground(
    deliverDueWebhooks,
    async () => {
      await run(deleteExpiredKeys)
      await sender.resume()
    },
    report,
  )
  return {
    handle,
    deliverDueWebhooks,
    start: background.start,
    close() {
      closing.abort()
      return background.close()
    },
  }
}

function originOf(given: SandboxOptions['publicOrigin']): (returnAddress: string) => string {
  if (given === undefined) return (returnAddress) => new URL(returnAddress).origin
  return typeof given === 'string' ? () => given : given
}

async function withKey(
  request: Request,
  { secretKey, report }: { secretKey: string; report: Work['report'] },
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    requireKey(request, secretKey)
    return await answer()
  } catch (problem) {
    reportUnexpected(problem, request, report)
    const known = problem instanceof StripeProblem ? problem : apiFailure()
    return Response.json({ error: known.body }, { status: known.status })
  }
}

/** Never runs a task twice at the same time; all callers during a run share the next one. */
function serialized(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = () => {
    running = task().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}

/** Runs the task once; after a failure, the next caller tries again. */
function once(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= task().catch((problem) => {
      running = undefined
      throw problem
    })
    return running
  }
}
