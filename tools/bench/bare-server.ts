import { createServer } from 'node:http'

/** A server that only sends bytes: the baseline for `node:http` on this machine. */
export async function serveBytes(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'Content-Length': String(body.length) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
