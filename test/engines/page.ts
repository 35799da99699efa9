import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { css, findInPage, saying, type Target } from './targets.ts'

const library = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
)

/** Only ends waiting for what never comes. */
const PATIENCE = 60_000

/** What happens when a page changes while somebody uses it: they look again. */
const changing = [
  error.StaleElementReferenceError,
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.NoSuchElementError,
]

/** A page as a person uses it: by what they see, with the mouse or the keys. */
export interface Page {
  readonly driver: WebDriver
  /** Opens an address of the site, and waits until it can be used. */
  visit(path: string): Promise<void>
  press(target: Target): Promise<void>
  /** Replaces the text of a field. */
  fill(target: Target, text: string): Promise<void>
  /** Chooses an option of a list by its words. */
  choose(target: Target, option: string): Promise<void>
  /** Gives files to a field, which can be hidden behind a button. */
  attach(target: Target, ...paths: readonly string[]): Promise<void>
  /** Waits until these words, in any case, or this target are seen. */
  sees(wanted: string | RegExp | Target): Promise<void>
  seesNot(target: Target): Promise<void>
  /** Waits for an address: its path and query. */
  isAt(address: string | RegExp): Promise<void>
  /** Presses keys where the focus is. */
  type(...keys: readonly string[]): Promise<void>
  /** Presses Tab until the target has the focus. */
  tabTo(target: Target): Promise<void>
  /** Waits until the target has the focus. */
  hasFocus(target: Target): Promise<void>
  /** The only element that matches, once there is one. */
  find(target: Target): Promise<WebElement>
  /** How many visible elements match. */
  count(target: Target): Promise<number>
  /** What the window shows, as a PNG. It can be an earlier frame. */
  screenshot(): Promise<Uint8Array>
}

export function pageIn(driver: WebDriver, origin: string, javaScript: boolean): Page {
  const all = async (target: Target, alsoHidden = false): Promise<WebElement[]> => {
    const found = await driver.executeScript<WebElement[] | null>(findInPage, target, alsoHidden)
    if (found) return found
    await driver.executeScript(library)
    return all(target, alsoHidden)
  }
  /** Does it with the only element that matches, as soon as the page lets it be done. */
  const withOnly = async <T>(
    target: Target,
    act: (element: WebElement) => Promise<T>,
    alsoHidden = false,
  ): Promise<T> => {
    let why = ''
    const attempt = async () => {
      await isReady()
      const [element, ...more] = await all(target, alsoHidden)
      why = element ? `${more.length + 1} of them` : 'none'
      return element && more.length === 0 ? { done: await act(element) } : null
    }
    const result = await until(attempt, () => `${JSON.stringify(target)}: ${why}`)
    return result.done
  }
  const isReady = () =>
    until(
      () => driver.executeScript<boolean>(isUsable, javaScript),
      () => 'to be usable',
    )
  const until = async <T>(
    attempt: () => Promise<T>,
    what: () => string,
  ): Promise<NonNullable<T>> => {
    let last: unknown
    const end = Date.now() + PATIENCE
    while (Date.now() < end) {
      try {
        const result = await attempt()
        if (result) return result
      } catch (problem) {
        if (!changing.some((kind) => problem instanceof kind)) throw problem
        last = problem
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const page = await driver.executeScript<string>(
      'return location.href + document.body.innerText',
    )
    throw new Error(`Waited for ${what()}. ${last ?? ''} ${page.replaceAll(/\s+/g, ' ')}`)
  }
  const type = (...keys: readonly string[]) =>
    driver
      .actions()
      .sendKeys(...keys)
      .perform()

  return {
    driver,
    visit: async (path) => {
      await driver.get(new URL(path, origin).href)
      await isReady()
    },
    press: (target) =>
      withOnly(target, async (element) => {
        // A bar at the edge of the window would cover it.
        await driver.executeScript(toMiddle, element)
        if (javaScript) await driver.executeScript(watchClick, element)
        await element.click()
        if (javaScript && (await driver.executeScript(isMissed)))
          throw new error.ElementClickInterceptedError('It has moved.')
      }),
    fill: (target, text) =>
      withOnly(target, async (element) => {
        await driver.executeScript(toMiddle, element)
        await element.clear()
        await element.sendKeys(text)
      }),
    choose: (target, option) =>
      withOnly(target, async (element) => {
        await driver.executeScript(toMiddle, element)
        const options = await driver.executeScript<WebElement[]>(optionsOf, element, option)
        const [only] = options
        if (!only || options.length > 1) throw new Error(`${options.length} options ${option}`)
        await only.click()
      }),
    attach: (target, ...paths) =>
      withOnly(target, (element) => element.sendKeys(paths.join('\n')), true),
    sees: async (wanted) => {
      const isText = typeof wanted === 'string' || wanted instanceof RegExp
      const target = isText ? saying(css('body'), wanted) : wanted
      await until(
        async () => (await all(target)).length > 0,
        () => JSON.stringify(target),
      )
    },
    seesNot: async (target) => {
      await until(
        async () => (await all(target)).length === 0,
        () => `no ${JSON.stringify(target)}`,
      )
    },
    isAt: async (address) => {
      await until(
        async () => {
          const { pathname, search } = new URL(await driver.getCurrentUrl())
          const at = pathname + search
          return typeof address === 'string' ? at === address : address.test(at)
        },
        () => `the address ${address}`,
      )
    },
    type,
    tabTo: async (target) => {
      const element = await withOnly(target, (one) => Promise.resolve(one))
      for (let presses = 0; presses < 150; presses++) {
        if (await driver.executeScript<boolean>(hasFocus, element)) return
        await type(Key.TAB)
      }
      throw new Error(`Tab does not reach ${JSON.stringify(target)}`)
    },
    hasFocus: async (target) => {
      const isFocused = (element: WebElement) => driver.executeScript<boolean>(hasFocus, element)
      await until(
        async () => {
          const [element] = await all(target)
          return element && (await isFocused(element))
        },
        () => `the focus on ${JSON.stringify(target)}`,
      )
    },
    find: (target) => withOnly(target, (one) => Promise.resolve(one)),
    count: async (target) => (await all(target)).length,
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  }
}

// These run in the browser.

function isUsable(javaScript: boolean): boolean {
  return (
    document.readyState !== 'loading' &&
    (!javaScript ||
      document.body.dataset.hydrated !== undefined ||
      !document.querySelector('script[type=module], script[type="text/x-late"]'))
  )
}

function toMiddle(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** The driver clicks at a place, from which a part that appears can move what was there. */
function watchClick(element: Element): void {
  Reflect.set(window, 'isMissed', true)
  const note = ({ target }: Event) =>
    Reflect.set(window, 'isMissed', !(target instanceof Node && element.contains(target)))
  addEventListener('click', note, { capture: true, once: true })
}

/** False also once another page is loaded. */
function isMissed(): boolean {
  return Reflect.get(window, 'isMissed') === true
}

function optionsOf(list: HTMLSelectElement, words: string): HTMLOptionElement[] {
  return [...list.options].filter(({ text }) => text === words)
}

function hasFocus(element: Element): boolean {
  return element === document.activeElement
}
