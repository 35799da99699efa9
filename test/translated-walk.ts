import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { followLink, hydrated, testBrowser } from './browser.ts'
import { type Click, click, type Shown } from './clicking.ts'
import { optionsWithForms } from './forms-shown.ts'
import { screenActs } from './screen-acts.ts'
import type { Screen } from './screens.ts'
import { translate } from './translating.ts'

/** A control may lead to a page that is refused. */
const allowedErrors = /status of 4\d\d/

/** Only ends what hangs. */
const SAME_WITHIN_MS = 30_000

/** Far more than any screen has. */
const MAX_CLICKS = 200

/**
 * Tests that everything on the screens of these parts of the site can be clicked in translation.
 * Every click happens in two equal shops, only one of which is translated; both show the same.
 */
export async function testTranslated(isTested: (part: string) => boolean): Promise<void> {
  const { of, screens } = await optionsWithForms()
  const sites = [await testBrowser(of), await testBrowser((await optionsWithForms()).of)] as const
  const clicked = new Set<string>()
  const partOf = ({ route }: Screen) => route.split('/')[0] ?? ''
  const people = Map.groupBy(
    screens.filter((screen) => isTested(partOf(screen))),
    (screen) => `${partOf(screen)} ${screen.as?.id}`,
  )

  test.for(
    [...people.values()].map((states) => {
      const [first] = states
      return { as: first?.as ?? undefined, states, name: `${first?.route} (${first?.state})` }
    }),
  )('in $name and the screens after it everything can be clicked in translation', async ({
    as,
    states,
  }) => {
    const open = async (site: (typeof sites)[number]) => {
      const page = await site.open('/feedback', { as, allowedErrors })
      page.on('dialog', (dialog) => dialog.accept())
      return page
    }
    const pages = [await open(sites[0]), await open(sites[1])] as const
    for (const screen of states) {
      const difference = await walk(pages, screen, clicked)
      expect(difference, `${screen.path} (${screen.state})`).toBeNull()
    }
  })

  test('the controls that have been clicked are of more than a hundred kinds', () => {
    expect(clicked.size).toBeGreaterThan(100)
  })
}

type Two<T> = readonly [translated: T, plain: T]

/** Clicks every new control of a screen; returns the first difference between the two pages. */
async function walk(pages: Two<Page>, screen: Screen, clicked: Set<string>) {
  const show = async () => {
    await showPage(pages[1], screen, false)
    await showPage(pages[0], screen, true)
  }
  await show()
  let control: string | undefined
  let path: string | undefined
  for (let clicks = 0; clicks < MAX_CLICKS; clicks++) {
    const shown = await shownAfter(pages, { control, clicked: [...clicked], route: screen.route })
    if (control) clicked.add(control)
    const difference = differenceOf(shown)
    if (difference) return { control, ...difference }
    const [, plain] = shown
    path ??= plain?.path
    if (plain && plain.path === path) {
      if (!plain.next) return null
      control = plain.next
    } else {
      await show()
      control = undefined
      path = undefined
    }
  }
  throw new Error(`more than ${MAX_CLICKS} controls`)
}

async function showPage(page: Page, { path, act }: Screen, isTranslated: boolean) {
  if (act) {
    await page.goto(path)
    await hydrated(page)
  } else await followLink(page, path)
  if (isTranslated) expect(await translate(page, 'replaces texts'), path).toBeGreaterThan(0)
  if (act) await screenActs[act](page)
}

/** Waits until both pages show the same, because one of them may be faster. */
async function shownAfter(pages: Two<Page>, given: Click): Promise<Two<Shown | null>> {
  const until = performance.now() + SAME_WITHIN_MS
  // One after the other: in this process they are one person, who cannot do everything twice at once.
  const both = async (each: Click): Promise<Two<Shown | null>> => {
    const plain = await click(pages[1], each)
    return [await click(pages[0], each), plain]
  }
  let shown = await both(given)
  const clicked = [...given.clicked, given.control ?? '']
  while (differenceOf(shown) && !shown.includes(null) && performance.now() < until) {
    await setTimeout(50)
    shown = await both({ ...given, control: undefined, clicked })
  }
  return shown
}

/** Short texts around the first difference. */
function differenceOf([translated, plain]: Two<Shown | null>) {
  const [actual, expected] = [JSON.stringify(translated), JSON.stringify(plain)]
  if (actual === expected) return null
  let at = 0
  while (actual[at] === expected[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return { translated: around(actual), plain: around(expected) }
}
