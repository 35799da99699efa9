import { visitContext } from '#app/request/contexts.ts'
import { answerHealth, findHealthProblem, PROXY_ADDRESS_HEADER } from '#app/responses/health.ts'
import type { Route } from './+types/healthz'

export async function loader({ request, context }: Route.LoaderArgs) {
  const problem = await findHealthProblem(request, context, { checksMigrations: false })
  const response = answerHealth(problem)
  if (context.get(visitContext).isProxyAddress) response.headers.set(PROXY_ADDRESS_HEADER, 'yes')
  return response
}
