import type { FreshId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'

/**
 * The key under which a form was sent, so that one whose answer was lost and that is sent again is
 * done once. Null without our script, whose browsers cannot send a form again by themselves.
 */
export function requestKeyIn(form: FormData): FreshId | null {
  return parseId<FreshId>(form.get('request_key'))
}
