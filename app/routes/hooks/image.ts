import { answerImage } from '#app/http/answer-image.ts'
import { appContext } from '#app/http/contexts.ts'
import type { Route } from './+types/image'

export function loader({ request, params, context }: Route.LoaderArgs) {
  return answerImage(context.get(appContext), request, params.id)
}
