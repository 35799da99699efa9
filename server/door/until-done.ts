import { ClientGone } from '#app/request/client-gone.ts'

/**
 * The same request, whose work runs to its end whatever the client does: its signal is not that of
 * the connection. Only a body that stops arriving ends it, by a `ClientGone`. Requests that change
 * nothing stay as they are.
 */
export function untilDone(request: Request): {
  readonly request: Request
  readonly isGone: () => boolean
} {
  if (request.method === 'GET' || request.method === 'HEAD')
    return { request, isGone: () => request.signal.aborted }
  let isGone = false
  const { url, method, headers } = request
  const body =
    request.body &&
    noting(request.body, () => {
      isGone = true
    })
  const init = { method, headers, body, duplex: 'half' }
  return { request: new Request(url, init), isGone: () => isGone }
}

/** Reads no more of a body than is asked for. */
function noting(body: ReadableStream<Uint8Array>, onGone: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  // A reader that gives up also ends the read in progress.
  let isCanceled = false
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read()
          if (isCanceled) return
          if (done) controller.close()
          else controller.enqueue(value)
        } catch {
          if (isCanceled) return
          onGone()
          controller.error(new ClientGone())
        }
      },
      cancel: (reason) => {
        isCanceled = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** For metrics and traces; nobody receives it. */
export function clientGone(): Response {
  return new Response(null, { status: 499 })
}
