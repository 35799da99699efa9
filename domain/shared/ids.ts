import { v7, validate } from 'uuid'
import type { FreshId, Id } from '#db/ids.ts'

/** A new UUIDv7: made in the app, so that a row's id is known before it is inserted. */
export function newId(): FreshId {
  return v7() as FreshId
}

/** An id of ours returned as text, such as by a library; throws if it is not one. */
export function asId<Of extends Id<string>>(text: string): Of {
  const id = parseId<Of>(text)
  if (id === null) throw new Error(`no id: ${text.slice(0, 50)}`)
  return id
}

/**
 * The id in lower case, or null for anything that is not a UUID: such an address has no page. The
 * caller states the table: `parseId<ItemId>(params.id)`.
 */
export function parseId<Of extends Id<string>>(text: unknown): Of | null {
  return typeof text === 'string' && validate(text) ? (text.toLowerCase() as Of) : null
}
