import type { Page, Request } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { hydrated } from './browser.ts'
import { holdTimers } from './held-timers.ts'

/** What a page shows, and what can be clicked on it. */
export interface Shown {
  readonly path: string
  /** All visible text, without blanks and random ids. */
  readonly text: string
  /** The first control that has not been clicked; undefined after the last one. */
  readonly next: string | undefined
}

interface Screen {
  /** The controls that need no other click. */
  readonly clicked: readonly string[]
  /** Controls of the same name on the pages of other routes are others. */
  readonly route: string
}

type Step =
  | { readonly does: 'click'; readonly control: string }
  | { readonly does: 'close the dialog' | 'let a second pass' | 'nothing' }

/** A page on which a step ends when nothing more can happen by itself, except after a second. */
export interface SteppedPage {
  readonly page: Page
  /** Loads a page, with the parts whose code arrives after it. */
  load(path: string): Promise<void>
  /** Navigates as a link does. */
  follow(path: string): Promise<void>
  show(screen: Screen): Promise<Shown>
  /** Null if the browser has left the document. */
  click(control: string, screen: Screen): Promise<Shown | null>
}

/** Before the page is loaded. */
export async function steppedPage(page: Page, now: Date): Promise<SteppedPage> {
  const script = await page.addInitScript(holdTimers, now.getTime())
  onTestFinished(() => script.dispose())
  const arriving = requestsOf(page)

  let loadedAt = 0
  /** Null if another document has been loaded. */
  const settled = async (first: Step, screen: Screen): Promise<Settled | null> => {
    let hasLeft = false
    for (let step = first; ; step = nothing) {
      const result = await inDocument(page, stepInPage, { step, ...screen })
      if (result?.loadedAt !== loadedAt) {
        hasLeft = true
        loadedAt = result?.loadedAt ?? 0
        await hydrated(page)
      } else if (result.settled && !arriving.any()) return hasLeft ? null : result.settled
      await arriving.none()
    }
  }
  const take = async (step: Step, screen: Screen): Promise<Shown | null> => {
    let result = await settled(step, screen)
    if (result?.isDialogDone) result = await settled({ does: 'close the dialog' }, screen)
    if (result?.isTimerDue) result = await settled({ does: 'let a second pass' }, screen)
    return result?.shown ?? null
  }
  const load = async (path: string) => {
    await page.goto(path)
    await hydrated(page)
    await settled(nothing, noScreen)
  }
  return {
    page,
    load,
    follow: async (path) => {
      if (await inDocument(page, navigateInPage, path)) await settled(nothing, noScreen)
      else await load(path)
    },
    show: async (screen) => {
      // An action on the screen may have loaded another document.
      const shown = (await take(nothing, screen)) ?? (await take(nothing, screen))
      if (!shown) throw new Error('the page does not stay')
      return shown
    },
    click: (control, { clicked, route }) =>
      take({ does: 'click', control }, { clicked: [...clicked, control], route }),
  }
}

const nothing: Step = { does: 'nothing' }

const noScreen: Screen = { clicked: [], route: '' }

/**
 * The browser requests other things for later, and may not read them to their end until then. A
 * script that is preloaded has a type of its own.
 */
const changesPage = (request: Request) =>
  ['document', 'script', 'stylesheet', 'fetch', 'xhr'].includes(request.resourceType()) ||
  request.url().endsWith('.js')

/** The requests of a page that are not answered yet. */
function requestsOf(page: Page) {
  const pending = new Set<Request>()
  const waiting = new Set<() => void>()
  const ends = (request: Request) => {
    pending.delete(request)
    if (pending.size > 0) return
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  page.on('request', (request) => {
    if (!changesPage(request)) return
    pending.add(request)
  })
  page.on('requestfinished', ends)
  page.on('requestfailed', ends)
  return {
    any: () => pending.size > 0,
    none: async () => {
      if (pending.size > 0) await new Promise<void>((resolve) => void waiting.add(resolve))
    },
  }
}

/** Null if the browser leaves the document meanwhile. */
async function inDocument<Given, Result>(
  page: Page,
  act: (given: Given) => Promise<Result>,
  given: Given,
): Promise<Result | null> {
  try {
    // Playwright's own type of the argument is of no use for a generic one.
    return await page.evaluate<Result, Given>(act as never, given)
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error
    return null
  }
}

/** False if the page has none of our scripts, or leads elsewhere. */
async function navigateInPage(path: string): Promise<boolean> {
  await window.__reactRouterDataRouter?.navigate(path, { flushSync: true })
  return window.location.pathname + window.location.search === path
}

interface StepResult {
  /** Differs for each document. */
  readonly loadedAt: number
  /** Null while something is still happening. */
  readonly settled: Settled | null
}

interface Settled {
  readonly shown: Shown
  /** Whether everything in the open dialog has been clicked. */
  readonly isDialogDone: boolean
  /** Whether something will happen within a second. */
  readonly isTimerDue: boolean
}

/**
 * Buttons, fields and links to other states of the page are controls. A form with empty fields is
 * submitted as it is, and then filled in.
 */
async function stepInPage({
  step,
  clicked,
  route,
}: Screen & { readonly step: Step }): Promise<StepResult | null> {
  const known = new Set(clicked)
  const endsTheWalk = /sign out|delete my account|download|export/i

  const nameOf = (element: HTMLElement) => {
    const kind = [element.tagName, element.getAttribute('type'), element.getAttribute('name')]
    const text = element.ariaLabel ?? element.textContent
    const words = text.replaceAll(/\d+/g, '0').replaceAll(/,? new messages/gi, '')
    const place = element.closest('main') ? route : 'frame'
    return [place, ...kind, words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)].join(' ')
  }
  const emptyFields = (element: HTMLElement) => {
    const form = element instanceof HTMLButtonElement && element.type === 'submit' && element.form
    return [...(form ? form.elements : [])].filter(
      (field): field is HTMLInputElement | HTMLTextAreaElement =>
        (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.matches('textarea, [type=text], [type=number], :not([type])') &&
        field.value === '' &&
        field.checkVisibility(),
    )
  }
  const leadsElsewhere = (element: HTMLElement) =>
    element instanceof HTMLAnchorElement &&
    (element.pathname !== window.location.pathname ||
      element.search === window.location.search ||
      element.target === '_blank')
  const openDialog = () => document.querySelector<HTMLDialogElement>('dialog:modal')
  const firstUnclicked = () => {
    const controls = (openDialog() ?? document.body).querySelectorAll<HTMLElement>(
      'button, summary, select, [type=checkbox], [type=radio], a[href]',
    )
    for (const element of controls) {
      if (!element.checkVisibility() || element.matches(':disabled')) continue
      const name = nameOf(element)
      if (endsTheWalk.test(name) || leadsElsewhere(element)) continue
      if (!known.has(name)) return { element, name, fields: [] }
      const [again, fields] = [`${name}, filled in`, emptyFields(element)]
      if (fields.length > 0 && !known.has(again)) return { element, name: again, fields }
    }
    return undefined
  }
  const click = (control: string) => {
    known.delete(control)
    const found = firstUnclicked()
    if (found?.name !== control) throw new Error(`no control ${control}, but ${found?.name}`)
    known.add(control)
    const { element, fields } = found
    if (element instanceof HTMLButtonElement && element.form) element.form.noValidate = true
    for (const field of fields) {
      field.focus()
      document.execCommand('insertText', false, '12')
    }
    if (element instanceof HTMLSelectElement) {
      element.selectedIndex = (element.selectedIndex + 1) % element.length
      element.dispatchEvent(new Event('change', { bubbles: true }))
    } else (element.querySelector<HTMLElement>('font font') ?? element).click()
  }

  let leaves = false
  const note = ({ destination }: NavigateEvent) => {
    leaves ||= !destination.sameDocument
  }
  window.navigation.addEventListener('navigate', note)
  if (step.does === 'click') {
    window.heldTimers.pass(1000)
    click(step.control)
  } else if (step.does === 'close the dialog') openDialog()?.close()
  else if (step.does === 'let a second pass') window.heldTimers.pass(1000)
  // Tasks of this priority run when there are no others.
  const isIdle = () => window.scheduler.postTask(() => {}, { priority: 'background' })
  await isIdle()
  while (window.heldTimers.isRunning()) {
    await new Promise((later) => setTimeout(later, 5))
    await isIdle()
  }
  window.navigation.removeEventListener('navigate', note)
  if (leaves) {
    await new Promise((resolve) => window.addEventListener('pagehide', resolve))
    return null
  }

  const loadedAt = performance.timeOrigin
  // A page without our scripts has none.
  const router = window.__reactRouterDataRouter?.state
  const parts = router ? [router.navigation, ...router.fetchers.values()] : []
  if (
    parts.some(({ state }) => state !== 'idle') ||
    router?.revalidation === 'loading' ||
    document.querySelector('.progress-line')
  )
    return { loadedAt, settled: null }
  const next = firstUnclicked()?.name
  // Without the title that screen readers hear once a script has changed the page.
  const texts = [...document.body.children].map((part) =>
    part instanceof HTMLElement && part.role !== 'status' && part.checkVisibility()
      ? part.innerText
      : '',
  )
  const text = texts
    .join('')
    .replaceAll(window.location.origin, '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\s|New messages/g, '')
  // Something new has another id in each shop.
  const path = window.location.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
  const settled: Settled = {
    shown: { path, text, next },
    isDialogDone: openDialog() !== null && next === undefined,
    isTimerDue: window.heldTimers.isDueWithin(1000),
  }
  return { loadedAt, settled }
}
