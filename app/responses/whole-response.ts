type Bytes = Uint8Array<ArrayBuffer>

const bodies = new WeakMap<Response, Bytes>()

/**
 * A response whose body is in memory and beside it: a `Response` would copy the body and make a
 * stream of it, which takes 120 µs for a page. `response.body` is null, so readers use
 * `wholeBodyOf`, or call `asReadable` first.
 */
export function wholeResponse(body: Bytes, init: ResponseInit): Response {
  const response = new Response(null, init)
  bodies.set(response, body)
  return response
}

/** The body beside a response, or null if it has to be read from the response. */
export function wholeBodyOf(response: Response): Bytes | null {
  return bodies.get(response) ?? null
}

/** The response with the body that is beside it. */
export function asReadable(response: Response): Response {
  const body = bodies.get(response)
  return body ? new Response(body, response) : response
}
