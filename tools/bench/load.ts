import { fork } from 'node:child_process'

export type Load = {
  readonly url: string
  readonly cookie?: string
  /** By these people in turn instead, each from her own address, as behind a proxy. */
  readonly people?: readonly string[]
  readonly connections?: number
  readonly seconds?: number
}

export type Answered = { readonly perSecond: number; readonly requests: number }

/** Requests per second that a server answers, sent by a separate process. */
export async function requestsPerSecond(load: Load): Promise<number> {
  return (await sendRequests(load)).perSecond
}

/** Sends requests for some seconds from a separate process. */
export function sendRequests(load: Load): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./load-child.mjs', import.meta.url), [JSON.stringify(load)])
    child.once('message', (message) => {
      if (typeof message === 'object') resolve(message as Answered)
      else reject(new Error(String(message)))
    })
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the load ended with ${code}`))
    })
  })
}
