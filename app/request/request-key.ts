import type { FreshId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'

/**
 * The key under which a form was sent, so that a form sent again because its response was lost is
 * processed once. Null without our script, since browsers do not resend forms by themselves.
 */
export function requestKeyIn(form: FormData): FreshId | null {
  return parseId<FreshId>(form.get('request_key'))
}
