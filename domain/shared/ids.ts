import { v7, validate } from 'uuid'

/** A new UUIDv7: made in the app, so that a row's id is known before it is written. */
export function newId(): string {
  return v7()
}

/** The id in lower case, or null for anything that is not a UUID: such an address has no page. */
export function parseId(text: unknown): string | null {
  return typeof text === 'string' && validate(text) ? text.toLowerCase() : null
}
