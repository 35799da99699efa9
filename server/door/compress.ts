import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

import type { Step } from './step.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | null

/** The best encoding supported by both sides. */
export function encodingFor(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted) ? 'gzip' : null
}

const COMPRESSIBLE =
  /^(text\/|application\/(json|problem\+json|javascript|manifest\+json|xml)|image\/svg\+xml|text\/x-script)/

export function isCompressible(type: string | null): boolean {
  return type !== null && COMPRESSIBLE.test(type)
}

/** Level 4 takes half a millisecond for a page; 9 is for files that are compressed once. */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  level: 4 | 9 = 4,
): Promise<Uint8Array> {
  if (encoding === 'br')
    return await brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })
  return encoding === 'gzip' ? await zip(bytes, { level: 6 }) : bytes
}

/** Shorter bodies are compressed at once, which is faster and gives a Content-Length. */
const MAX_WHOLE_BYTES = 256 * 1024

export const compressAnswers: Step = async (request, _visit, next) =>
  await compressed(request, await next(request))

/**
 * The response in the best encoding that the client supports. A long one is compressed as it is
 * read, so that it starts at once and is never held in memory as a whole.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status, statusText } = response
  const type = headers.get('content-type')
  if (headers.has('content-encoding') || !isCompressible(type)) return response
  headers.append('Vary', 'Accept-Encoding')
  const encoding = encodingFor(request.headers.get('accept-encoding') ?? '')
  if (!response.body || !encoding || type?.startsWith('text/event-stream')) return response
  headers.set('Content-Encoding', encoding)
  const reader = response.body.getReader()
  const { bytes, isAll } = await beginningOf(reader)
  if (isAll) {
    const body = new Uint8Array(await compress(bytes, encoding))
    headers.set('Content-Length', String(body.length))
    return new Response(body, { status, statusText, headers })
  }
  headers.delete('Content-Length')
  const body = compressedStream(bytes, reader, encoding)
  return new Response(body, { status, statusText, headers })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function beginningOf(reader: Reader): Promise<{ bytes: Uint8Array; isAll: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < MAX_WHOLE_BYTES) {
    const { value, done } = await reader.read()
    if (done) return { bytes: Buffer.concat(chunks), isAll: true }
    chunks.push(value)
    size += value.length
  }
  return { bytes: Buffer.concat(chunks), isAll: false }
}

function compressedStream(
  beginning: Uint8Array,
  rest: Reader,
  encoding: 'br' | 'gzip',
): ReadableStream<Uint8Array> {
  async function* chunks() {
    try {
      yield beginning
      for (;;) {
        const { value, done } = await rest.read()
        if (done) return
        yield value
      }
    } finally {
      // The client may have disconnected: then nothing more is read.
      await rest.cancel().catch(() => {})
    }
  }
  const zip =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 })
  pipeline(Readable.from(chunks(), { objectMode: false }), zip, () => {})
  const out: AsyncIterator<Buffer> = zip[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await out.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: () => void zip.destroy(),
  })
}
