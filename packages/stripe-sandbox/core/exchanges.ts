import type { FormObject } from './form-encoding.ts'

/** A request and its response, or an event, for observers of the sandbox. */
export type Exchange =
  | {
      kind: 'call'
      method: string
      path: string
      /** As sent: every value is text, and lists have the members 0, 1, 2… */
      params: FormObject
      status: number
      answer: unknown
    }
  | { kind: 'event'; event: { type: string } }
