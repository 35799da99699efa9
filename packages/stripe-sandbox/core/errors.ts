type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export type ErrorBody = {
  type: ErrorType
  message: string
  code?: string
  param?: string
}

/** An error response of the API. Throwing it also rolls back the request. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'StripeProblem'
    this.status = status
    this.body = body
  }
}

/** 400: the request itself is wrong. */
export function badRequest(message: string, code?: string, param?: string): StripeProblem {
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  })
}

/** 404: no object of that kind has this id. `param` is `id` when the id is in the URL. */
export function noSuch(noun: string, id: string, param = 'id'): StripeProblem {
  return new StripeProblem(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${noun}: '${id}'`,
  })
}

/** An internal error. The SDK retries such a request with the same idempotency key. */
export function apiFailure(status = 500): StripeProblem {
  return new StripeProblem(status, {
    type: 'api_error',
    message: 'An unknown error occurred in the sandbox.',
  })
}
