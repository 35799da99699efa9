import { StripeProblem } from '#sandbox/errors.ts'
import type { Decline } from './cards.ts'

/** 402; throwing it rolls back the request. */
export function cardDeclined({ code, declineCode, message }: Decline): StripeProblem {
  return new StripeProblem(402, {
    type: 'card_error',
    code,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
    message,
  })
}
