import type { Step } from './step.ts'

/** The pages and the API of the payment sandbox, when it runs in this process. */
export function serveSandbox(handle: (request: Request) => Promise<Response | undefined>): Step {
  return async (request, { answering }, next) => {
    const response = await handle(request)
    if (!response) return await next(request)
    answering.by = 'payment sandbox'
    return response
  }
}
