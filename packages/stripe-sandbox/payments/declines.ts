import type { Decline } from '#sandbox/core/cards.ts'
import { StripeProblem } from '#sandbox/core/errors.ts'

/** 402; throwing it rolls back the request. */
export function cardDeclined({ code, declineCode, message }: Decline): StripeProblem {
  return new StripeProblem(402, {
    type: 'card_error',
    code,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
    message,
  })
}
