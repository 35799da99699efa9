import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { optionsWithForms } from '#test/worlds/forms-shown.ts'
import { screenActs } from '#test/worlds/screen-acts.ts'
import type { Screen } from '#test/worlds/screens.ts'
import { testBrowser } from './browser.ts'
import { type Shown, type SteppedPage, steppedPage } from './clicking.ts'
import { translate } from './translating.ts'

/** A control may lead to a page that is refused. */
const allowedErrors = /status of 4\d\d/

/** Few enough for the time that a test may take on a busy machine. */
const SCREENS_PER_WALK = 4

/** Far more than any screen has. */
const MAX_CLICKS = 200

type Two<T> = readonly [translated: T, plain: T]

/**
 * Tests that everything on the screens of these parts of the site can be clicked in translation.
 * Every click happens in two equal shops, only one of which is translated; both show the same.
 */
export async function testTranslated(parts: readonly string[]): Promise<void> {
  const { of, screens } = await optionsWithForms()
  const sites = [await testBrowser(of), await testBrowser((await optionsWithForms()).of)] as const
  const clicked = new Set<string>()
  const changed = new Set<string>()
  const people = Map.groupBy(
    screens.filter((screen) => parts.includes(partOf(screen))),
    (screen) => `${partOf(screen)} ${screen.as?.id}`,
  )

  test.for(
    [...people.values()].flatMap(inWalks).map((states) => {
      const [first] = states
      return { as: first?.as ?? undefined, states, name: `${first?.route} (${first?.state})` }
    }),
  )('in $name and the screens after it everything can be clicked in translation', async ({
    as,
    states,
  }) => {
    const open = async (site: (typeof sites)[number]) => {
      let stepped: SteppedPage | undefined
      const before = async (page: Page) => {
        stepped = await steppedPage(page, site.clock.now())
      }
      const page = await site.open('/feedback', { as, allowedErrors, before })
      page.on('dialog', (dialog) => dialog.accept())
      if (!stepped) throw new Error('not opened')
      return stepped
    }
    const pages = [await open(sites[0]), await open(sites[1])] as const
    for (const screen of states) {
      const difference = await walk(pages, screen, { clicked, changed })
      expect(difference, `${screen.path} (${screen.state})`).toBeNull()
    }
  })

  test('more than a hundred kinds of controls have been clicked, and forty of them changed numbers', () => {
    expect(clicked.size).toBeGreaterThan(100)
    expect(changed.size).toBeGreaterThan(40)
  })
}

interface Found {
  /** The controls that have been clicked. */
  readonly clicked: Set<string>
  /** Those that changed a number. */
  readonly changed: Set<string>
}

/** Clicks every new control of a screen; returns the first difference between the two pages. */
async function walk(pages: Two<SteppedPage>, screen: Screen, { clicked, changed }: Found) {
  const { route } = screen
  const given = () => {
    const isOnScreen = (name: string) => name.startsWith(`${route} `) || name.startsWith('frame ')
    return { route, clicked: [...clicked].filter(isOnScreen) }
  }
  const show = async (): Promise<Two<Shown>> => {
    await Promise.all([showScreen(pages[0], screen, true), showScreen(pages[1], screen, false)])
    return Promise.all([pages[0].show(given()), pages[1].show(given())])
  }
  for (let clicks = 0; clicks < MAX_CLICKS; ) {
    const first = await show()
    let shown: Two<Shown | null> = first
    let control: string | undefined
    // A control may lead to another page.
    for (; shown[1]?.path === first[1].path; clicks++) {
      const difference = differenceOf(shown)
      if (difference) return { control, ...difference }
      const before = shown[1]
      control = before.next
      if (!control) return null
      // One after the other: in this process they are one person, who cannot do everything twice at
      // once.
      const plain = await pages[1].click(control, given())
      shown = [await pages[0].click(control, given()), plain]
      clicked.add(control)
      if (numbersIn(before) !== numbersIn(plain)) changed.add(control)
    }
    const difference = differenceOf(shown)
    if (difference) return { control, ...difference }
  }
  throw new Error(`more than ${MAX_CLICKS} controls`)
}

async function showScreen(stepped: SteppedPage, { path, act }: Screen, isTranslated: boolean) {
  if (act) await stepped.load(path)
  else await stepped.follow(path)
  if (isTranslated) expect(await translate(stepped.page, 'replaces texts'), path).toBeGreaterThan(0)
  if (act) await screenActs[act](stepped.page)
}

const numbersIn = (shown: Shown | null) => shown?.text.match(/\d+/g)?.join()

/** Short texts around the first difference. */
function differenceOf([translated, plain]: Two<Shown | null>) {
  const [actual, expected] = [JSON.stringify(translated), JSON.stringify(plain)]
  if (actual === expected) return null
  let at = 0
  while (actual[at] === expected[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return { translated: around(actual), plain: around(expected) }
}

function inWalks(screens: readonly Screen[]): readonly (readonly Screen[])[] {
  const walks = Math.ceil(screens.length / SCREENS_PER_WALK)
  return Array.from({ length: walks }, (_, at) =>
    screens.slice(at * SCREENS_PER_WALK, (at + 1) * SCREENS_PER_WALK),
  )
}

const partOf = ({ route }: Screen) => route.split('/')[0] ?? ''
