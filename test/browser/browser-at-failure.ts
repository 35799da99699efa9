import type { Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'

const ANSWERS_WITHIN = 5000

/** When this test fails, prints what the page was doing: a hang often cannot be repeated. */
export function printAtFailure(page: Page): void {
  const pending = new Set<Request>()
  const begins = (request: Request) => pending.add(request)
  const ends = (request: Request) => pending.delete(request)
  page.on('request', begins)
  page.on('requestfinished', ends)
  page.on('requestfailed', ends)
  onTestFinished(async ({ task }) => {
    page.off('request', begins)
    page.off('requestfinished', ends)
    page.off('requestfailed', ends)
    if (task.result?.state !== 'fail' || page.isClosed()) return
    console.log('When the test failed, the page was:', {
      url: page.url(),
      frames: page.frames().map((frame) => frame.url()),
      pending: [...pending].map((request) => `${request.method()} ${request.url()}`),
      state: await orNothing(stateOf(page)),
      nextFrame: await orNothing(page.evaluate(() => new Promise(requestAnimationFrame))),
    })
  })
}

const stateOf = (page: Page) =>
  page.evaluate(() => ({
    ready: document.readyState,
    visibility: document.visibilityState,
    fonts: document.fonts.status,
    navigation: window.__reactRouterDataRouter?.state.navigation.state,
    hasFocus: document.hasFocus(),
    focused: document.activeElement?.outerHTML.slice(0, 200),
    showsProgress: document.querySelector('.progress-line') !== null,
    animations: document.getAnimations().map(({ playState, currentTime, effect }) => ({
      playState,
      currentTime: Number(currentTime),
      end: Number(effect?.getComputedTiming().endTime),
    })),
  }))

/** A page that hangs does not answer, and `evaluate` has no timeout. */
function orNothing<T>(answer: Promise<T>): Promise<T | string> {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve(`no answer within ${ANSWERS_WITHIN} ms`), ANSWERS_WITHIN)
  })
  return Promise.race([answer.catch(String), late])
}
