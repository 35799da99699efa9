import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, normalize, sep } from 'node:path'
import { wholeResponse } from '#app/responses/whole-response.ts'
import { compress, type Encoding, encodingFor, isCompressible, smallest } from './compress.ts'
import type { Step } from './step.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves the built browser files in a folder. */
export function serveFiles(folder: string): Step {
  const serveFile = createFiles(folder)
  return async (request, { answering }, next) => {
    const response = await serveFile(request)
    if (!response) return await next(request)
    answering.by = 'files'
    return response
  }
}

/**
 * Serves the built browser files. There are few, and they never change within a build, so each is
 * read and compressed once and then cached. Addresses below /assets/ contain a hash and can be
 * cached forever.
 */
export function createFiles(folder: string) {
  const stored = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()

  function bodyOf(from: string, file: string, encoding: Encoding | null, type: string) {
    const key = `${encoding}:${join(from, file)}`
    let body = stored.get(key)
    if (!body) {
      body = read(join(from, file)).then(async (bytes) => {
        if (!bytes) stored.delete(key)
        return bytes && isCompressible(type) ? await compress(bytes, encoding, 9) : bytes
      })
      stored.set(key, body)
    }
    return body
  }

  /** During a rolling release, pages of a newer build may request their files from this process. */
  async function bodyOfOtherBuild(file: string, encoding: Encoding | null, type: string) {
    const own = dirname(folder)
    const builds = await readdir(dirname(own)).catch(() => [])
    for (const build of builds) {
      const from = join(dirname(own), build, basename(folder))
      const body = from === folder ? null : await bodyOf(from, file, encoding, type)
      if (body) return body
    }
    return null
  }

  /**
   * The file at this address, or null when it is not a file of ours. Unknown assets are a plain
   * 404.
   */
  return async function serveFile(request: Request): Promise<Response | null> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const path = safePath(new URL(request.url).pathname)
    if (path === null) return null
    const hashed = path.startsWith('/assets/')
    const type = TYPES[extname(path)]
    if (!type) return hashed ? notFound() : null
    const encoding = isCompressible(type)
      ? encodingFor(request.headers.get('accept-encoding') ?? '', smallest)
      : null
    const body =
      (await bodyOf(folder, path, encoding, type)) ??
      (hashed ? await bodyOfOtherBuild(path, encoding, type) : null)
    if (!body) return hashed ? notFound() : null
    const headers = new Headers({
      'Content-Type': type,
      'Content-Length': String(body.length),
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    })
    if (encoding) headers.set('Content-Encoding', encoding)
    if (isCompressible(type)) headers.set('Vary', 'Accept-Encoding')
    return request.method === 'HEAD'
      ? new Response(null, { headers })
      : wholeResponse(body, { headers })
  }
}

function notFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

function safePath(pathname: string): string | null {
  try {
    const path = normalize(decodeURIComponent(pathname)).split(sep).join('/')
    return path.includes('\0') || path.includes('..') ? null : path
  } catch {
    return null
  }
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return (await stat(file)).isFile() ? new Uint8Array(await readFile(file)) : null
  } catch {
    return null
  }
}
