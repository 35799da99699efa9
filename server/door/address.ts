import { plainText } from '#domain/shared/plain-text.ts'
import { answerRefusal } from './refusals.ts'
import type { Step } from './step.ts'

/** Refuses invalid URLs; later steps see the URL that the visitor sees. */
export const checkAddress: Step = async (request, { origin }, next) => {
  const address = readAddress(request.url, origin)
  if (!address) return answerRefusal({ reason: 'bad-address' }, request)
  return await next(request.url === address.href ? request : new Request(address, request))
}

/**
 * The URL of a request as its sender sees it, under `origin`; null for an invalid one: it starts
 * with two slashes (another host, to some parsers), is not UTF-8, or has control characters in its
 * path. In a query these are removed.
 */
export function readAddress(url: string, origin: string): URL | null {
  const given = new URL(url)
  const { pathname } = given
  if (pathname.startsWith('//') || !isPlain(pathname)) return null
  const search = withoutControls(given.search)
  // Without a proxy it is the address of the request.
  if (given.origin === origin && search === given.search && given.hash === '') return given
  const address = new URL(origin)
  address.pathname = pathname
  address.search = search
  return address
}

function isPlain(pathname: string): boolean {
  try {
    const path = decodeURIComponent(pathname)
    return plainText(path) === path && !/[\t\r\n]/.test(path)
  } catch {
    return false
  }
}

/** Returns the query unchanged unless something has to be removed. */
function withoutControls(search: string): string {
  if (!/%([01][\da-f]|7f|c2%[89])/i.test(search)) return search
  const pairs = [...new URLSearchParams(search)]
  const plain = pairs.map(([name, value]) => [plainText(name), plainText(value)])
  return new URLSearchParams(plain).toString()
}
