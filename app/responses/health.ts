import { appContext, type Context, incidentContext } from '#app/request/contexts.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'

type HealthProblem =
  | 'database unavailable'
  | 'no free connection'
  | 'migrations missing'
  | 'jobs stalled'

/** Why this process cannot serve the shop; null when it can. */
export async function findHealthProblem(
  request: Request,
  context: Context,
  { checksMigrations }: { readonly checksMigrations: boolean },
): Promise<HealthProblem | null> {
  const { db, migrationsAreMissing, jobsAreStalled, connectionsAreExhausted, noteError } =
    context.get(appContext)
  try {
    if (checksMigrations && (await migrationsAreMissing())) return 'migrations missing'
    // A small query that only a reachable, migrated database answers.
    await readPlatformSettings(db)
    return (await jobsAreStalled()) ? 'jobs stalled' : null
  } catch (error) {
    noteError(error, context.get(incidentContext), new URL(request.url).pathname)
    return connectionsAreExhausted() ? 'no free connection' : 'database unavailable'
  }
}

/** On `/healthz`, for `npm run doctor`: set if all visitors share the address of the proxy. */
export const PROXY_ADDRESS_HEADER = 'X-Hemline-Proxy-Address'

/** For monitoring: plain text that is never cached. */
export function answerHealth(
  problem: HealthProblem | null,
  { unready = 503 }: { readonly unready?: number } = {},
): Response {
  return new Response(`${problem ?? 'ok'}\n`, {
    status: problem === null ? 200 : unready,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
