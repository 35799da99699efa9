import { fork } from 'node:child_process'

export type Load = {
  readonly url: string
  readonly cookie?: string
  readonly connections?: number
  readonly seconds?: number
}

/** Requests per second that a server answers, sent by a separate process. */
export function requestsPerSecond(load: Load): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./load-child.mjs', import.meta.url), [JSON.stringify(load)])
    child.once('message', (message) => {
      if (typeof message === 'number') resolve(message)
      else reject(new Error(String(message)))
    })
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the load ended with ${code}`))
    })
  })
}
