import { v5, v7, validate } from 'uuid'
import type { FreshId, Id } from '#db/ids.ts'

/** A new UUIDv7, generated in the app so that a row's id is known before it is inserted. */
export function newId(): FreshId {
  return v7() as FreshId
}

/** The id that a part always gets for the same id of the whole, which is new itself. */
export function partId(whole: FreshId, part: string): FreshId {
  return v5(part, whole) as FreshId
}

/** Converts text, such as from a library, to an id; throws if it is not a valid id. */
export function asId<Of extends Id<string>>(text: string): Of {
  const id = parseId<Of>(text)
  if (id === null) throw new Error(`no id: ${text.slice(0, 50)}`)
  return id
}

/**
 * The id in lower case, or null for anything that is not a UUID; such an address has no page. The
 * caller states the table: `parseId<ItemId>(params.id)`.
 */
export function parseId<Of extends Id<string>>(text: unknown): Of | null {
  return typeof text === 'string' && validate(text) ? (text.toLowerCase() as Of) : null
}
