import { setTimeout as pause } from 'node:timers/promises'
import type { Browsing, Page } from '#test/browsing.ts'
import type { Span } from './history.ts'

/** How people reach the shop. Planted faults stand in between. */
export type Browser = Pick<Browsing, 'get' | 'post' | 'follow'>

export interface Sent extends Span {
  /** Null without an answer, or with one that leaves open what happened. */
  readonly page: Page | null
}

export interface Tally {
  requests: number
  unknown: number
}

const RETRY_MS = 200
/** On a busy machine the app needs a minute to start. */
const GIVE_UP_MS = 300_000

/** Sends a request once, as soon as somebody takes the call. */
export async function ask(tally: Tally, send: () => Promise<Page>): Promise<Sent> {
  const { began, page } = await untilDone(async () => {
    const began = performance.now()
    return { began, page: await send().catch(unlessNotSent) }
  })
  tally.requests += 1
  if (page && isAnswer(page)) return { began, ended: performance.now(), page }
  tally.unknown += 1
  await pause(RETRY_MS)
  return { began, ended: Number.POSITIVE_INFINITY, page: null }
}

/** No page if the answer was lost. */
function unlessNotSent(error: unknown): null {
  if (wasNotSent(error)) throw error
  return null
}

/** Repeats a step that is not part of the history until it works. */
export async function untilDone<T>(step: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (performance.now() - began > GIVE_UP_MS) throw error
      await pause(RETRY_MS)
    }
  }
}

/** Some forms show a message in place of an error page, or show later what they have done. */
const UNDECIDED =
  /Please try again|An error occurred|Failed to process rental|refund request failed|in a few minutes/

function isAnswer(page: Page): boolean {
  if (page.status >= 500 || page.status === 429) return false
  return !UNDECIDED.test(noticeOf(page))
}

/** What an answer says in words: its dialogs and alerts, or the note that a redirect carries. */
export function noticeOf(page: Page): string {
  if (page.status < 300) return ''
  const cookie = decodeURIComponent(page.response.headers.get('set-cookie') ?? '')
  if (page.location !== null) return cookie
  return page
    .$$('dialog, [role=alert], [id$=-error]')
    .map((one) => one.textContent.trim())
    .join(' ')
}

function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
