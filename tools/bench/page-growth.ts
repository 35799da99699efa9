import { openSeededShop, openSmallSeededShop, serveSeeded, type Who } from './seeded-shop.ts'
import { median, printHeading, printRatio } from './side-by-side.ts'

/** Ten thousand items and people, a hundred thousand rentals. */
const SMALL = 0.01
const ROUNDS = 7

// Pages whose statements read growing tables, for the accounts with the most rows in them.
const PAGES: readonly (readonly [Who, string])[] = [
  ...[
    '/',
    '/item/:item',
    '/styles',
    '/search?q=velvet',
    '/my-rentals',
    '/credits',
    '/messages',
  ].map((path) => ['shopper', path] as const),
  ...[
    '/business',
    '/business/rentals',
    '/business/earnings',
    '/business/figures',
    '/business/payouts',
    '/business/payouts/years/2026',
  ].map((path) => ['closet', path] as const),
  ...[
    '/admin',
    '/admin/users',
    '/admin/rentals',
    '/admin/items',
    '/admin/audit',
    '/admin/mail',
    '/admin/search?q=bench',
    '/admin/payments',
    '/admin/payments?q=50',
    '/admin/payouts',
    '/admin/signals',
    '/admin/months/2026-10',
    '/admin/months/2026-10/closets',
    '/admin/support',
    '/admin/announcements',
  ].map((path) => ['admin', path] as const),
]

/** How many times longer each page takes with the large database than with a small one. */
export async function benchPageGrowth(buildDirectory: string): Promise<void> {
  const large = await openSeededShop()
  const small = await openSmallSeededShop(SMALL)
  const [few, many] = [small, large].map(({ items }) => items.toLocaleString('en-US'))
  const servers = [
    await serveSeeded(small, buildDirectory),
    await serveSeeded(large, buildDirectory),
  ] as const
  printHeading(`items; milliseconds of a page`, many ?? '', few ?? '')
  for (const [who, path] of PAGES) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, server] of servers.entries()) {
        const time = await server.open(who, path)
        // The first round prepares statements and fills caches.
        if (round > 0) times[index === 0 ? 0 : 1].push(time)
      }
    }
    const [bare, ours] = [median(times[0]), median(times[1])]
    printRatio({ what: `${path}, ${who}`, ours, bare, ratio: ours / bare })
  }
  for (const server of servers) await server.close()
  await small.close()
  await large.close()
}
