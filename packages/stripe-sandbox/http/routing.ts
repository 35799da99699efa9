import type { FormObject } from '#sandbox/core/form-encoding.ts'
import type { Work } from '#sandbox/core/work.ts'
import { fields, integer, listOf, type Reader, text } from './params.ts'

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/refunds/:id` */
  path: string
  call: (work: Work, form: FormObject, id: string) => Promise<unknown>
  /** Whether the header `Stripe-Account` can name a connected account. */
  forAccounts: boolean
}

/** One API call: its path, its parameters, and what it does. */
export function route<T>(
  method: Route['method'],
  path: string,
  params: Reader<T>,
  run: (work: Work, params: T, id: string) => Promise<unknown>,
  { forAccounts = false } = {},
): Route {
  return { method, path, forAccounts, call: (work, form, id) => run(work, params(form, ''), id) }
}

export const noParams = fields({})

export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue
    const id = idIn(path, route.path)
    if (id !== undefined) return { route, id }
  }
  return undefined
}

/** The part of a path at `:id`; empty if the pattern has none, undefined if it does not match. */
function idIn(path: string, pattern: string): string | undefined {
  const [before = '', after] = pattern.split(':id')
  if (after === undefined) return path === pattern ? '' : undefined
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined
  const id = path.slice(before.length, path.length - after.length)
  return id === '' || id.includes('/') ? undefined : id
}

const readExpand = listOf(text(), 20)

/** Every call accepts `expand`; it is read here, and the call gets only its own parameters. */
export function splitExpand(form: FormObject): { own: FormObject; expand: string[] } {
  const { expand, ...own } = form
  return { own, expand: expand === undefined ? [] : readExpand(expand, 'expand') }
}

const readCreated: Reader<{ gt?: number; gte?: number; lt?: number; lte?: number }> = (
  value,
  path,
) => {
  const at = integer(0)
  if (typeof value !== 'string') return fields({ gt: at, gte: at, lt: at, lte: at })(value, path)
  const exactly = at(value, path)
  return { gte: exactly, lte: exactly }
}

/** The parameters of every list. */
export const sliceParams = {
  limit: integer(1, 100),
  starting_after: text(),
  ending_before: text(),
  created: readCreated,
}
