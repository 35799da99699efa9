// `npm run bench`: ratios measured side by side in one run, since absolute figures depend on the
// machine. `npm run bench -- renting recovery` measures only these parts; `--million` also measures
// the pages with a catalogue of a million items, and its cost. `fit --train FILE --test FILE` measures
// the odds of a fit on real answers. `--people` simulates PEOPLE (100) at
// once for SECONDS (60); with `--seeded` in the database of `npm run bench:seed`, which `growth`
// compares with a small one.
import { benchClicks } from './clicks.ts'
import { benchDataAnswer } from './data-answers.ts'
import { printDeadRows } from './dead-rows.ts'
import { benchEveryPage } from './every-page.ts'
import { benchFit } from './fit.ts'
import { benchFormFields } from './form-fields.ts'
import { benchGrowth } from './growth.ts'
import { benchLargeBodies } from './large-bodies.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchPageGrowth } from './page-growth.ts'
import { benchPage, benchSignedInPage } from './pages.ts'
import { benchPeople } from './people.ts'
import { recordStatements } from './recorded-statements.ts'
import { benchRecovery } from './recovery.ts'
import { benchRenting } from './renting.ts'
import { benchSearch, benchSearchGrowth, benchSearchLatency } from './search.ts'
import { openSeededShop } from './seeded-shop.ts'
import { openShop, type Shop } from './shop.ts'
import { printHeading, printRatio } from './side-by-side.ts'
import { startProgram } from './start-app.ts'

const [buildDirectory = '', ...requested] = process.argv.slice(2)
const isMillion = requested.includes('--million')
const isPeople = requested.includes('--people')
const isSeeded = requested.includes('--seeded')
const paths = { home: '/', item: '/item/:item', styles: '/styles' }

if (requested[0] === 'fit') {
  benchFit(requested)
  process.exit(0)
}

const parts = {
  pages,
  every: () => benchEveryPage(buildDirectory),
  renting,
  search,
  recovery,
  fields: benchFormFields,
  bodies,
  clicks: () => benchClicks(buildDirectory),
  lighthouse: () => benchLighthouse(buildDirectory),
}
const named = requested.filter((word) => !['--million', '--people', '--seeded'].includes(word))
const unknown = named.filter((name) => name !== 'growth' && !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const [name, run] of Object.entries(parts)) {
  if (named.includes(name) || (named.length === 0 && !isPeople)) await run()
}
// Only if asked for: it needs the large database.
if (named.includes('growth')) await benchPageGrowth(buildDirectory)
if (isPeople) await people()

async function people() {
  const shop = isSeeded ? await openSeededShop() : await openForPeople()
  const given = (name: 'PEOPLE' | 'SECONDS', otherwise: number) =>
    Number(process.env[name] ?? otherwise)
  const crowd = { people: given('PEOPLE', 100), seconds: given('SECONDS', 60) }
  console.log(`\n${crowd.people} people for ${crowd.seconds} s, ${shop.items} items`)
  const program = await startProgram({ ...shop, buildDirectory })
  await benchPeople(shop, program, crowd)
  await program.close()
  await printDeadRows(shop.target)
  await shop.close()
}

async function openForPeople() {
  const shop = await openShop(isMillion ? 1_000_000 : 10_000, buildDirectory)
  await shop.stopServing()
  return shop
}

async function pages() {
  const shop = await openShop(10_000, buildDirectory)
  printHeading(`${shop.items.toLocaleString('en-US')} items`, 'ours', 'bare')
  for (const [name, path] of Object.entries(paths)) {
    printRatio(await benchPage(`${name}, visitor (a second)`, shop.url(path)))
    printRatio(
      await benchSignedInPage(`${name}, signed in (a second)`, shop.url(path), shop.cookie),
    )
  }
  await dataAnswers(shop)
  // Only as a visitor: the searches of one address that have to be rendered are limited.
  printRatio(await benchPage('/search, visitor (a second)', shop.url('/search')))
  if (isMillion) {
    const large = await openShop(1_000_000, buildDirectory)
    await benchGrowth(shop, large)
    await end(large)
  }
  await end(shop)
}

async function dataAnswers(shop: Shop) {
  const dataPaths = { home: '/_.data', item: '/item/:item.data', styles: '/styles.data' }
  const statements = await recordStatements(shop, buildDirectory, Object.values(dataPaths))
  for (const [name, path] of Object.entries(dataPaths)) {
    const what = `${name}, data of a navigation (a second)`
    printRatio(
      await benchDataAnswer(what, shop, path, statements.get(path) ?? { each: [], shared: [] }),
    )
  }
}

async function renting() {
  const shop = await openShop(10_000, buildDirectory)
  await shop.stopServing()
  printHeading('renting', 'ours', 'bare')
  printRatio(await benchRenting(shop.target))
  await shop.close()
}

async function search() {
  const shop = await openForSearch(10_000)
  if (isMillion) {
    const large = await openForSearch(1_000_000)
    const [few, many] = [shop, large].map(({ items }) => items.toLocaleString('en-US'))
    printHeading(`${many} items: work of the database`, few ?? '', many ?? '')
    for (const ratio of await benchSearchGrowth(shop.target, large.target)) printRatio(ratio)
    await large.close()
  }
  await shop.close()
}

/** Measures the searches of a new shop and returns the shop. */
async function openForSearch(items: number): Promise<Shop> {
  const shop = await openShop(items, buildDirectory)
  await shop.stopServing()
  printHeading(`search, ${items.toLocaleString('en-US')} items`, 'ours', 'bare')
  for (const ratio of await benchSearch(shop.target)) printRatio(ratio)
  console.log('\na search: median, 95 of 100')
  await benchSearchLatency(shop.target)
  return shop
}

async function bodies() {
  const shop = await openShop(1, buildDirectory)
  printHeading('large bodies', 'with', 'without')
  printRatio(await benchLargeBodies(shop))
  await end(shop)
}

async function recovery() {
  const { middle, longest } = await benchRecovery()
  console.log('\nembedded database killed (SIGKILL): seconds until it answers again')
  console.log(`median ${middle.toFixed(1)}, longest ${longest.toFixed(1)}; goal: less than 5`)
}

async function end(shop: Shop) {
  await shop.stopServing()
  await shop.close()
}
