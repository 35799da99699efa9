import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()
const failed = new WeakMap<Error, string>()

/** Does the work of a request: every line logged meanwhile carries its id. */
export async function asRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
  return await current.run(id, async () => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Error) failed.set(error, id)
      throw error
    }
  })
}

/** The field of a log line that names the request in progress; none outside of requests. */
export function requestField(): { readonly request?: string } {
  const id = current.getStore()
  return id === undefined ? {} : { request: id }
}

/** The same for an error that a request ended with. */
export function requestFieldOf(error: unknown): { readonly request?: string } {
  const id = error instanceof Error ? failed.get(error) : undefined
  return id === undefined ? {} : { request: id }
}
