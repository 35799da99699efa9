import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import type { Before } from '#server/start/listen.ts'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const AXE = '/axe-core/axe.js'
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')))

/**
 * Serves axe as a file of the site: a browser compiles it once, and the content policy allows it.
 */
export const serveAxe: Before = (incoming, outgoing, next) => {
  if (incoming.url !== AXE) return next()
  outgoing.setHeader('Content-Type', 'text/javascript')
  outgoing.setHeader('Cache-Control', 'max-age=3600')
  outgoing.end(axeSource)
}

/**
 * Everything visible in a frame that can affect the result of axe, one element per line: the line
 * number of its parent, its tag and its attributes, without texts and ids, which differ between
 * states.
 */
function markupOf(frame: Frame): Promise<string> {
  return frame.evaluate(() => {
    const matters = /^(class|role|type|tabindex|style|lang|aria-(?!label|describedby|controls))/
    const focusable = 'a[href], button, input, select, textarea, [tabindex]'
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const isTwice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at))
    const refersToNothing = (element: Element, name: string) =>
      (element.getAttribute(name) ?? '').split(' ').some((id) => id && !ids.includes(id))
    const visible = [...document.querySelectorAll('body, body *')].filter(
      (element) => element.checkVisibility() && !element.parentElement?.closest('svg'),
    )
    const lines = new Map(visible.map((element, line) => [element, line]))
    const markup = visible.map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        matters.test(name) ? `${name}=${value.replaceAll(/\d+/g, '0')}` : `${name}${value && '='}`,
      )
      const children = [...element.children].map((child) => child.tagName + child.role)
      const texts = [...element.childNodes].filter(
        (node) => node instanceof Text && node.data.trim(),
      )
      return JSON.stringify([
        element.tagName,
        attributes.toSorted(),
        [...new Set(children)].toSorted(),
        texts.length > 0,
        element.textContent?.trim() !== '',
        element.querySelector(focusable) !== null,
        isTwice.has(element.id),
        refersToNothing(element, 'aria-labelledby'),
        refersToNothing(element, 'aria-describedby'),
        'labels' in element && element.labels instanceof NodeList && element.labels.length,
      ])
    })
    // A parent can be invisible itself, as with "display: contents".
    const parentOf = ({ parentElement }: Element): number =>
      parentElement ? (lines.get(parentElement) ?? parentOf(parentElement)) : 0
    return visible.map((element, at) => `${parentOf(element)} ${markup[at]}`).join('\n')
  })
}

/** Numbers of the kinds of element that axe has checked; the parent's kind is part of the key. */
const kinds = new Map<string, number>()

/** The lines of elements that axe has not checked yet, or not inside this kind of parent. */
function newLines(markup: string): number[] {
  const kindOfLine: number[] = []
  return markup.split('\n').flatMap((text, line) => {
    const [parent, what] = text.split(/ (.*)/, 2)
    const key = `${kindOfLine[Number(parent)] ?? 'none'} ${what}`
    const known = kinds.get(key)
    kindOfLine.push(known ?? kinds.size)
    if (known !== undefined) return []
    kinds.set(key, kinds.size)
    return [line]
  })
}

/** What axe finds in the frames of a page, checking only kinds of elements new to it. */
export async function violationsInNewMarkup(page: Page) {
  let isKnown = true
  const found = []
  for (const frame of page.frames()) {
    const lines = newLines(await markupOf(frame))
    if (lines.length === 0) continue
    isKnown = false
    found.push(...(await violationsInLines(frame, lines)))
  }
  return { isKnown, violations: found }
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Calls axe directly: its wrapper for Playwright takes eight times as long. */
async function violationsInLines(frame: Frame, lines: readonly number[]) {
  if (await frame.evaluate(() => !('axe' in window))) await frame.addScriptTag({ url: AXE })
  return await frame.evaluate(
    async ({ tags, lines }) => {
      // A dialog that opens is transparent until its first frame, even with reduced motion.
      const appearing = document
        .getAnimations()
        .filter(
          ({ playState, timeline, effect }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            Number.isFinite(effect?.getComputedTiming().endTime),
        )
      for (const animation of appearing) animation.finish()
      const visible = [...document.querySelectorAll('body, body *')].filter(
        (element) => element.checkVisibility() && !element.parentElement?.closest('svg'),
      )
      const chosen = new Set(lines.map((line) => visible[line]))
      const outermost = [...chosen].flatMap((element) =>
        element && !chosen.has(element.parentElement ?? undefined) ? element : [],
      )
      const { violations } = await window.axe.run(outermost, {
        runOnly: tags,
        resultTypes: ['violations'],
        iframes: false,
        // None of these rules needs stylesheets or media.
        preload: false,
      })
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.map(({ html }) => html.slice(0, 200)),
      }))
    },
    { tags: wcag, lines },
  )
}
