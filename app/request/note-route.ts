import type { MiddlewareFunction } from 'react-router'
import { answeringContext } from './contexts.ts'

/** Root's middleware: notes the pattern of the route, such as '/item/:id', for the metrics. */
export const noteRoute: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  context.get(answeringContext).by = pattern.startsWith('/') ? pattern : `/${pattern}`
  return next()
}
