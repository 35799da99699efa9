import { appContext, incidentContext } from '#app/http/contexts.ts'
import { readPlatformSettings } from '#domain/platform-settings/platform-settings.ts'
import type { Route } from './+types/healthz'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, jobsStandStill, connectionsRunOut, noteError } = context.get(appContext)
  // A small query that only a reachable, migrated database answers.
  const problem = await readPlatformSettings(db).then(
    () => (jobsStandStill() ? 'jobs stalled' : null),
    (error: unknown) => {
      noteError(error, context.get(incidentContext), new URL(request.url).pathname)
      return connectionsRunOut() ? 'no free connection' : 'database unavailable'
    },
  )
  return new Response(`${problem ?? 'ok'}\n`, {
    status: problem === null ? 200 : 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
