import type { FormObject } from '#sandbox/http/form-encoding.ts'

/** What passed between the sandbox and whoever uses it, for those who want to look. */
export type Exchange =
  | {
      kind: 'call'
      method: string
      path: string
      /** As they were sent: everything is text, lists are members 0, 1, 2… */
      params: FormObject
      status: number
      answer: unknown
    }
  | { kind: 'event'; event: { type: string } }
