import { answerHealth, findHealthProblem } from '#app/responses/health.ts'
import type { Route } from './+types/healthz'

export async function loader({ request, context }: Route.LoaderArgs) {
  return answerHealth(await findHealthProblem(request, context, { checksMigrations: false }))
}
