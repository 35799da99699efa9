// `npm run bench`: ratios measured side by side in one run; bare figures mean nothing elsewhere.
// `npm run bench -- --million` adds a catalogue of a million items and what it costs to have that
// many; `-- --lighthouse` runs only what Lighthouse says about the demo's pages.
import { benchGrowth } from './growth.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchPage } from './pages.ts'
import { benchRenting } from './renting.ts'
import { openShop } from './shop.ts'
import { printHeading, printRatio } from './side-by-side.ts'

const buildDirectory = process.argv[2] ?? ''
const onlyLighthouse = process.argv.includes('--lighthouse')
const pages = { home: '/', item: '/item/:item', styles: '/styles' }

if (!onlyLighthouse) {
  const shop = await openShop(10_000, buildDirectory)
  printHeading(`${shop.items.toLocaleString('en-US')} items`, 'ours', 'bare')
  for (const [name, path] of Object.entries(pages)) {
    printRatio(await benchPage(`${name}, visitor (a second)`, shop.url(path)))
    printRatio(await benchPage(`${name}, signed in (a second)`, shop.url(path), shop.cookie))
  }
  if (process.argv.includes('--million')) {
    const large = await openShop(1_000_000, buildDirectory)
    await benchGrowth(shop, large)
    await large.stopServing()
    await large.close()
  }
  await shop.stopServing()
  printHeading('renting', 'ours', 'bare')
  printRatio(await benchRenting(shop.target))
  await shop.close()
}

await benchLighthouse(buildDirectory)
