import type { FileHandle } from 'node:fs/promises'
import type { Person } from '#domain/shared/actors.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { type Place, placeFor, type Sender } from './arrivals.ts'
import { type Context, peerContext } from './contexts.ts'
import { hiddenFile } from './hidden-file.ts'
import { network } from './limits.ts'

/** A body arrives too slowly. */
export class TooSlow extends Error {}

export const UPLOAD_TOO_SLOW =
  'Your connection was too slow for what you sent. Nothing was saved. Please try again.'

/** How long a client may send nothing at first, and at most after it was fast. */
const PATIENCE_MILLISECONDS = { first: 10_000, max: 30_000 }
/** 20 KB a second; any request may take three minutes. */
const MIN_BYTES_PER_MILLISECOND = 20
const CHUNK_BYTES = 64 * 1024

/** A request whose body has arrived. */
export type ArrivedBody = {
  readonly size: number
  /** The request with its body from the beginning; can be read several times. */
  readonly read: () => Request
}

/**
 * Receives a body with files before it is read, so that places for work are never held by slow clients.
 * It is stored in a temporary file; of a larger one than `maxBytes` only a little more.
 * @throws TooBusy, TooSlow
 */
export async function whenArrived<T>(
  request: Request,
  sender: Sender,
  maxBytes: number,
  work: (body: ArrivedBody) => Promise<T>,
): Promise<T> {
  const place = await placeFor(sender)
  let file: FileHandle | null = null
  try {
    file = await hiddenFile()
    const size = await receive(request, place, maxBytes, file)
    return await work(arrivedIn(file, request, size))
  } finally {
    await file?.close().catch(() => {})
    place.leave()
  }
}

export function senderIn(context: Context, person: Person): Sender {
  return senderOf(person, context.get(peerContext))
}

export function senderOf({ id, emailVerified }: Person, peer: string): Sender {
  return { personId: id, isConfirmed: emailVerified, network: network(peer) }
}

async function receive(
  request: Request,
  place: Place,
  maxBytes: number,
  file: FileHandle,
): Promise<number> {
  const reader = request.body?.getReader()
  let size = 0
  let patience = PATIENCE_MILLISECONDS.first
  try {
    while (reader && size <= maxBytes) {
      const beganAt = performance.now()
      const { value, done } = await within(patience, reader.read())
      if (done) break
      const waited = performance.now() - beganAt
      patience = Math.min(
        PATIENCE_MILLISECONDS.max,
        patience - waited + value.length / MIN_BYTES_PER_MILLISECOND,
      )
      if (!place.takes(value.length)) throw new TooBusy('too many bytes are waiting')
      await file.writeFile(value)
      size += value.length
    }
    return size
  } finally {
    // Not awaited: the client may never notice.
    void reader?.cancel().catch(() => {})
  }
}

async function within<T>(milliseconds: number, read: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TooSlow()), milliseconds)
  try {
    return await Promise.race([read, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function arrivedIn(file: FileHandle, { url, method, headers }: Request, size: number): ArrivedBody {
  const read = () => {
    let at = 0
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { bytesRead, buffer } = await file.read(
            new Uint8Array(CHUNK_BYTES),
            0,
            CHUNK_BYTES,
            at,
          )
          at += bytesRead
          if (bytesRead === 0) controller.close()
          else controller.enqueue(buffer.subarray(0, bytesRead))
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method, headers, body, duplex: 'half' }
    return new Request(url, init)
  }
  return { size, read }
}
