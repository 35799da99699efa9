import { requestsPerSecond } from './load.ts'
import type { Shop } from './shop.ts'
import { printHeading, printRatio, sideBySide } from './side-by-side.ts'

// Every kind of page that reads the catalogue, including pages far from its start.
const PAGES = {
  home: '/',
  item: '/item/:item',
  styles: '/styles',
  occasions: '/occasions',
  sizes: '/sizes',
  locations: '/locations',
} as const

/**
 * How much longer a page takes with more items, when signed in, so that each request renders it.
 * The limit is 1.2.
 */
export async function benchGrowth(small: Shop, large: Shop): Promise<void> {
  const [few, many] = [small, large].map(({ items }) => items.toLocaleString('en-US'))
  printHeading(`${many} items take longer by`, few ?? '', many ?? '')
  for (const [name, path] of Object.entries(PAGES)) {
    const ask = (shop: Shop, seconds?: number) =>
      requestsPerSecond({ url: shop.url(path), cookie: shop.cookie, seconds })
    // The first requests prepare statements, compile code and fill the database's cache.
    for (const shop of [small, large]) await ask(shop, 1)
    const longer = await sideBySide(`${name}, signed in (a second)`, {
      ours: () => ask(small),
      bare: () => ask(large),
    })
    printRatio(longer)
  }
}
