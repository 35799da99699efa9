import { request as send } from 'node:http'

export const MEGABYTE = 1024 * 1024

export type Sent = {
  /** Null when the connection was cut before a response. */
  readonly status: number | null
  /** Bytes that the server has accepted. */
  readonly taken: number
}

/**
 * Posts this many chunks as fast as they are accepted, until a response arrives or the connection
 * is cut.
 */
export function postChunks(
  port: number,
  path: string,
  chunks: number,
  headers: Record<string, string | number>,
  chunk = Buffer.alloc(MEGABYTE, 'a'),
): Promise<Sent> {
  return new Promise((resolve) => {
    const posted = send({ port, host: '127.0.0.1', path, method: 'POST', headers, agent: false })
    let left = chunks
    let status: number | null = null
    const go = () => {
      while (left > 0 && !posted.destroyed) {
        left -= 1
        if (!posted.write(chunk)) return void posted.once('drain', go)
      }
      posted.end()
    }
    posted.on('response', (answer) => {
      status = answer.statusCode ?? null
      answer.resume()
      left = 0
    })
    posted.on('error', () => {})
    posted.on('close', () => resolve({ status, taken: posted.socket?.bytesWritten ?? 0 }))
    go()
  })
}

/** Posts four bodies of 200 MB at once, one of every kind that the server reads. */
export function postFourLargeBodies(port: number, cookie: string): Promise<Sent[]> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Host: 'localhost' }
  const photos = { ...form, 'Content-Type': 'multipart/form-data; boundary=b', Cookie: cookie }
  return Promise.all([
    postChunks(port, '/auth', 200, { ...form, 'Content-Length': 200 * MEGABYTE }),
    postChunks(port, '/auth', 200, { ...form, 'Transfer-Encoding': 'chunked' }),
    postChunks(port, '/hooks/stripe', 200, { ...form, 'Transfer-Encoding': 'chunked' }),
    postChunks(port, '/business-apply', 200, { ...photos, 'Transfer-Encoding': 'chunked' }),
  ])
}
