import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The photos of a ZIP file are stored after its last byte. Meanwhile neither side sends anything,
 * for up to two minutes.
 */
const WORK_MS = 150_000

/**
 * Does the work of a request. From the end of its body until the work is done, the connection may be
 * silent for longer than `silentMs`.
 */
export async function whileWorking<T>(
  incoming: IncomingMessage,
  silentMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const { socket } = incoming
  const wait = () => socket.setTimeout(WORK_MS)
  incoming.once('end', wait)
  try {
    return await work()
  } finally {
    incoming.off('end', wait)
    socket.setTimeout(silentMs)
  }
}

/**
 * Enough for an export of a large shop over a slow connection; a slower client only blocks a
 * connection.
 */
const MAX_RESPONSE_MS = 15 * 60_000

export function limitResponseTime(outgoing: ServerResponse): void {
  const timer = setTimeout(() => outgoing.destroy(), MAX_RESPONSE_MS).unref()
  outgoing.once('close', () => clearTimeout(timer))
}

const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const MAX_DRAIN_MS = 10_000

/**
 * After a response, the rest of an unread body is read and discarded for a while: clients read a
 * response only after sending everything, as some proxies do, and would lose it if the connection
 * ended before. Bodies
 * too large or too slow for that are cut off.
 */
export function drain(incoming: IncomingMessage): void {
  if (incoming.complete) return
  let bytes = 0
  incoming.removeAllListeners('data')
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes > MAX_DRAINED_BYTES) incoming.destroy()
  })
  incoming.resume()
  const timer = setTimeout(() => incoming.destroy(), MAX_DRAIN_MS)
  for (const over of ['end', 'close']) incoming.once(over, () => clearTimeout(timer))
}
