import { expect, inject, test } from 'vitest'
import { legalPages } from '#db/enums.ts'
import { growSitemap } from '#domain/catalogue/items/sitemap.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testSite()
const image = await site.make.image()
const item = await site.make.item({
  title: 'Rosé </script><script>alert(1)</script>',
  description: `${'Bias-cut silk, made to move. '.repeat(12)}`,
  image_id: image.id,
})

const origin = 'http://localhost:3000'
const content = (page: Page, selector: string) => page.$(selector).getAttribute('content') ?? ''
const isListed = (page: Page) => !page.has('meta[name=robots][content=noindex]')

/** The pages that search engines may list; every other page tells them not to. */
const listed: Record<string, string> = {
  'routes/storefront/home': '/',
  'routes/storefront/about': '/about',
  'routes/storefront/feedback': '/feedback',
  'routes/storefront/styles': '/styles',
  'routes/storefront/locations': '/locations',
  'routes/storefront/occasions': '/occasions',
  'routes/storefront/sizes': '/sizes',
  'routes/storefront/how-it-works': '/how-it-works',
  'routes/storefront/help': '/help',
  'routes/storefront/list-your-closet': '/list-your-closet',
  'routes/storefront/api': '/api',
  ...Object.fromEntries(legalPages.map((page) => [`routes/storefront/${page}`, `/${page}`])),
  'routes/storefront/closet': `/closets/${item.business_id}`,
  'routes/storefront/brand': `/brands/${(await site.make.brand()).id}`,
  'routes/storefront/item': `/item/${item.id}`,
}

test.for(
  Object.values(listed),
)('%s has a title, a description and its canonical address', async (path) => {
  const page = await site.get(`${path}?more=Casual:1`)
  expect(page.text('title')).toMatch(/Hemline/)
  expect(content(page, 'meta[name=description]').length).toBeGreaterThan(20)
  expect(content(page, 'meta[name=description]').length).toBeLessThan(160)
  expect(page.$('link[rel=canonical]').getAttribute('href')).toBe(origin + path)
  expect(content(page, 'meta[property="og:url"]')).toBe(origin + path)
  expect(content(page, 'meta[property="og:image"]')).toMatch(/^http:\/\/localhost:3000\//)
  expect(content(page, 'meta[property="og:image:alt"]')).toMatch(/\w/)
  expect(isListed(page)).toBe(true)
})

test('every other page of the route table is excluded from search engines', async () => {
  const people = {
    account: await site.make.shopper(),
    business: await site.make.closet(),
    admin: await site.make.admin(),
  }
  const pages = addressesIn(readSiteMap(inject('buildDirectory'))).filter(({ isPage }) => isPage)
  for (const { path, within } of pages.filter(({ id }) => !listed[id])) {
    const folder = within.at(-1)?.split('/')[1]
    const as = Object.entries(people).find(([name]) => name === folder)?.[1]
    const page = await site.get(path.replaceAll(/:\w+/g, newId()).replace('*', 'nowhere'), { as })
    if (page.status >= 300 && page.status < 400) continue
    expect([path, isListed(page)]).toEqual([path, false])
  }
})

test('an item has safe structured data as a product for lease', async () => {
  const page = await site.get(`/item/${item.id}`)
  const data = page.$('script[type="application/ld+json"]').textContent
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Product',
    name: item.title,
    image: `${origin}/images/${image.id}?w=960`,
    offers: { '@type': 'Offer', url: `${origin}/item/${item.id}` },
  })
})

test('a shared link to an item shows the whole garment in the size of the other sites', async () => {
  const page = await site.get(`/item/${item.id}`)
  const og = (name: string) => content(page, `meta[property="og:${name}"]`)
  expect(og('title')).toMatch(/, about \$\d+ to \$\d+ a week$/)
  expect(og('description')).toMatch(/^14 credits per week \(about \$\d+ to \$\d+\)/)
  expect(og('image')).toBe(`${origin}/images/${image.id}?preview=1`)
  expect([og('image:width'), og('image:height')]).toEqual(['1200', '630'])
  expect(og('image:alt')).toBe(item.title)
})

test('items that only their closet can see are excluded from search engines', async () => {
  const closet = await site.make.closet()
  const pending = await site.make.item({ closet, approval_status: 'pending' })
  expect(isListed(await site.get(`/item/${pending.id}`, { as: closet }))).toBe(false)
  expect(isListed(await site.get(`/item/${newId()}`))).toBe(false)
})

test('robots.txt links to the sitemap, and the sitemap to every public item and page', async () => {
  await growSitemap(site.db)
  const robots = await site.get('/robots.txt')
  expect(robots.response.headers.get('content-type')).toContain('text/plain')
  expect(robots.html).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const locations = ({ html }: Page) =>
    [...html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => at)
  const index = await site.get('/sitemap.xml')
  expect(index.response.headers.get('content-type')).toContain('application/xml')
  const files = locations(index)
  expect(files).toEqual([`${origin}/sitemap/pages.xml`, `${origin}/sitemap/items-1.xml`])
  const found = await Promise.all(files.map(async (file) => locations(await site.get(file ?? ''))))
  // Search engines find closets and brands by the links on items.
  const inFiles = Object.values(listed).filter((path) => !/^\/(closets|brands)\//.test(path))
  expect(new Set(found.flat())).toEqual(new Set(inFiles.map((path) => origin + path)))
  expect((await site.get('/sitemap/items-2.xml')).status).toBe(404)
  expect((await site.get('/sitemap/items-x.xml')).status).toBe(404)
})

test('the manifest and its icons exist', async () => {
  const manifest = await site.get('/manifest.webmanifest')
  expect(manifest.response.headers.get('content-type')).toBe('application/manifest+json')
  const { icons }: { icons: { src: string }[] } = JSON.parse(manifest.html)
  const others = ['/apple-touch-icon.png', '/favicon.ico', '/shared.jpg']
  for (const path of [...icons.map(({ src }) => src), ...others]) {
    const file = await site.get(path)
    expect([path, file.status]).toEqual([path, 200])
  }
})
