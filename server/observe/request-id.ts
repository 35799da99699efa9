import { currentRequestId, withRequestId } from '#db/request-id.ts'

const failed = new WeakMap<Error, string>()

/** Does the work of a request: every line logged meanwhile carries its id. */
export async function asRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
  return await withRequestId(id, async () => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Error) failed.set(error, id)
      throw error
    }
  })
}

/** The field of a log line that names the request behind it; none for work without one. */
export function requestField(): { readonly request?: string } {
  const id = currentRequestId()
  return id === undefined ? {} : { request: id }
}

/** The same for an error that a request ended with. */
export function requestFieldOf(error: unknown): { readonly request?: string } {
  const id = error instanceof Error ? failed.get(error) : undefined
  return id === undefined ? {} : { request: id }
}
