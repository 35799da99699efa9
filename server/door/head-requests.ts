import type { Step } from './step.ts'

/** The response to HEAD is that to GET without its body. */
export const answerHead: Step = async (request, _visit, next) => {
  if (request.method !== 'HEAD') return await next(request)
  const { body, status, statusText, headers } = await next(new Request(request, { method: 'GET' }))
  await body?.cancel()
  return new Response(null, { status, statusText, headers })
}
