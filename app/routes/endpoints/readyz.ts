import { setTimeout as pause } from 'node:timers/promises'
import { answerHealth, findHealthProblem } from '#app/responses/health.ts'
import type { Route } from './+types/readyz'

/** Load balancers wait about two seconds; a process that does not answer counts as dead. */
const TIMEOUT_MS = 1_500

/** With `?unready=404` HAProxy can tell a process that cannot serve now from one that is dead. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const answered = new AbortController()
  const problem = await Promise.race([
    findHealthProblem(request, context, { checksMigrations: true }),
    pause(TIMEOUT_MS, 'database unavailable' as const, { signal: answered.signal }),
  ]).finally(() => answered.abort())
  const isDrained = new URL(request.url).searchParams.get('unready') === '404'
  return answerHealth(problem, { unready: isDrained ? 404 : 503 })
}
