import { badRequest } from '#sandbox/core/errors.ts'
import { children, findAny, page } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

type Json = Record<string, unknown>

const maxDepth = 4

/** Replaces ids with their objects, along dotted paths such as `payment_intent.customer`. */
export async function expandAnswer(work: Work, answer: unknown, paths: string[]): Promise<unknown> {
  let expanded = answer
  for (const path of paths) {
    const segments = path.split('.')
    const levels = segments[0] === 'data' ? segments.length - 1 : segments.length
    if (levels > maxDepth) {
      throw badRequest(
        `You cannot expand more than ${maxDepth} levels of a property`,
        undefined,
        'expand',
      )
    }
    expanded = await expandPath(work, expanded, segments, path)
  }
  return expanded
}

async function expandPath(
  work: Work,
  value: unknown,
  segments: string[],
  path: string,
): Promise<unknown> {
  if (value === null) return null
  if (Array.isArray(value)) {
    const entries: unknown[] = []
    // One at a time: they share a connection.
    for (const entry of value) entries.push(await expandPath(work, entry, segments, path))
    return entries
  }
  if (typeof value === 'string') {
    const object = await findAny(work, value)
    if (object === undefined) throw cannotExpand(path)
    return expandPath(work, object, segments, path)
  }
  const [first, ...rest] = segments
  if (first === undefined) return value
  if (!isJson(value)) throw cannotExpand(path)
  const member = first in value ? value[first] : await included(work, value, first)
  if (member === undefined) throw cannotExpand(path)
  // Plain text (a name, a currency) is not a reference; Stripe refuses to expand it too.
  if (typeof member === 'string' && !/^[a-z]+_[A-Za-z0-9_]+$/.test(member)) throw cannotExpand(path)
  return { ...value, [first]: await expandPath(work, member, rest, path) }
}

/** The parts of an object that are omitted unless requested. */
async function included(work: Work, object: Json, name: string): Promise<unknown> {
  const id = typeof object.id === 'string' ? object.id : ''
  if (object.object === 'checkout.session' && name === 'line_items') {
    const data = await children(work, 'item', id)
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` }
  }
  if (object.object === 'charge' && name === 'refunds') {
    const { rows, hasMore } = await page(work, 'refund', { charge: id }, { limit: 10 })
    return { object: 'list', data: rows, has_more: hasMore, url: `/v1/charges/${id}/refunds` }
  }
  if (object.object === 'invoice' && name === 'payments') {
    const { rows, hasMore } = await page(work, 'invoice_payment', { invoice: id }, { limit: 10 })
    return {
      object: 'list',
      data: rows,
      has_more: hasMore,
      url: `/v1/invoice_payments?invoice=${id}`,
    }
  }
  if (object.object === 'customer' && name === 'subscriptions') {
    const live = { customer: id, status: ['active', 'incomplete', 'past_due'] }
    const { rows, hasMore } = await page(work, 'subscription', live, { limit: 10 })
    return {
      object: 'list',
      data: rows,
      has_more: hasMore,
      url: `/v1/customers/${id}/subscriptions`,
    }
  }
  return undefined
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

function cannotExpand(path: string) {
  return badRequest(`This property cannot be expanded (${path}).`, undefined, 'expand')
}
