import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { createSandbox } from '#sandbox/sandbox.ts'
import { readSettings } from '#server/settings/settings.ts'
import { listen } from '#server/start/listen.ts'
import type { SiteOptions } from '#test/app.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { checkedExchanges } from '#test/stripe-exchanges.ts'

/**
 * The payment pages as a separate site on another host name, and the settings for using them.
 */
export async function payPagesElsewhere(): Promise<SiteOptions & { readonly origin: string }> {
  const database = await testDatabase()
  const clock = testClock(new Date())
  const secrets = { SESSION_SECRET: 'a secret for tests that is long enough' }
  const { payments } = readSettings({ DATA_DIR: 'unused', ...secrets })
  let origin = ''
  const sandbox = createSandbox({
    pool: database.pool,
    secretKey: payments.secretKey,
    ...(await checkedExchanges()),
    webhook: { url: () => 'http://localhost/hooks/stripe', secret: payments.webhookSecret },
    publicOrigin: () => origin,
    clock: clock.now,
    // Only the success page fulfils a payment; in these tests its events never arrive.
    fetch: async () => {
      throw new TypeError('nobody listens')
    },
  })
  const answer = async (request: Request) =>
    (await sandbox.handle(request)) ?? new Response(null, { status: 404 })
  const listening = await listen(answer, { port: 0, hosts: ['127.0.0.1'] })
  const close = async () => {
    await listening.close(1)
    await sandbox.close()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  origin = `http://127.0.0.1:${listening.port}`
  return { origin, database, clock, env: { ...secrets, SANDBOX_URL: origin } }
}
