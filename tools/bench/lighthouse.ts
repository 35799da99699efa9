import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findWholeChromium } from '#test/setup/chromium.ts'
import { install, root } from '../../bin/install.mjs'
import { openDemoShop } from './demo-shop.ts'
import { median } from './side-by-side.ts'

const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** The minimum score of each category. */
const GOALS: Readonly<Record<Category, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}

type Visit = {
  readonly name: string
  readonly path: string
  /** The cookie of a signed-in person, whose pages are hidden too. */
  readonly cookie?: string
  /** Hidden from search engines on purpose: the SEO score does not count. */
  readonly isHidden?: boolean
}

/** Lighthouse has its own packages, installed only for this measurement. */
const HOME = join(root, 'tools/bench/lighthouse')

/** The part of Lighthouse's interface that we use. */
type Lighthouse = (
  url: string,
  flags: {
    readonly port: number
    readonly output: 'json'
    readonly logLevel: 'error'
    readonly onlyCategories: readonly Category[]
    readonly extraHeaders?: Readonly<Record<string, string>>
  },
) => Promise<{ readonly lhr: Report } | undefined>

type Report = {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
      }
    >
  >
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly displayValue?: string }>
  >
}

async function loadLighthouse(): Promise<Lighthouse> {
  await install('everything', HOME)
  const { default: lighthouse } = await import(createRequire(join(HOME, 'x')).resolve('lighthouse'))
  return lighthouse
}

/** Runs Lighthouse on the demo with phone settings: the median of five runs of each page. */
export async function benchLighthouse(buildDirectory: string): Promise<void> {
  const lighthouse = await loadLighthouse()
  const shop = await openDemoShop(buildDirectory)
  const visits: Visit[] = [
    { name: 'home', path: '/' },
    { name: 'styles', path: '/styles' },
    { name: 'item', path: shop.item },
    { name: 'search', path: '/search', isHidden: true },
    { name: 'search for words', path: '/search?q=dress&size=M', isHidden: true },
    { name: 'credits, signed in', path: '/credits', cookie: shop.cookie },
  ]
  const { path, args } = await findWholeChromium()
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: path,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  console.log(`\nLighthouse, mobile, median of ${RUNS}${' '.repeat(13)}perf   a11y   best    seo`)
  for (const visit of visits) await printScores(lighthouse, visit, shop.url, port)
  await browser.close()
  await shop.close()
}

async function printScores(
  lighthouse: Lighthouse,
  { name, path, cookie, isHidden }: Visit,
  origin: string,
  port: number,
) {
  const scores = new Map<Category, number[]>()
  const faults = new Set<string>()
  const wanted = CATEGORIES.filter((category) => !((cookie || isHidden) && category === 'seo'))
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(origin + path, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: wanted,
      ...(cookie && { extraHeaders: { Cookie: cookie } }),
    })
    if (!result) throw new Error(`Lighthouse says nothing about ${path}`)
    const { categories, audits } = result.lhr
    for (const category of wanted) {
      const score = Math.round((categories[category]?.score ?? 0) * 100)
      scores.set(category, [...(scores.get(category) ?? []), score])
      if (score >= GOALS[category]) continue
      for (const { id, weight } of categories[category]?.auditRefs ?? []) {
        const audit = audits[id]
        if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
          faults.add(`${id} ${audit.displayValue ?? ''}`)
      }
    }
  }
  const cells = CATEGORIES.map((category) => {
    const found = scores.get(category)
    return (found ? String(median(found)) : '-').padStart(6)
  })
  console.log(`${name.padEnd(38)} ${cells.join(' ')}`)
  for (const fault of faults) console.log(`    ${fault}`)
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
