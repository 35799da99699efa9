import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** The id of the request that caused the work in progress; undefined outside requests. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/** Does work that a request has caused, even later. Jobs that it adds carry the id too. */
export function withRequestId<T>(id: string, work: () => Promise<T>): Promise<T> {
  return current.run(id, work)
}
