/** An XML response for search engines, which can cache it for an hour. */
export function answerXml(body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}

/** The addresses of a sitemap, each with the day of its last change if known. */
export function urlSet(urls: readonly { readonly loc: string; readonly changed?: Date }[]): string {
  const lines = urls.map(({ loc, changed }) => {
    const when = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(loc)}</loc>${when}</url>`
  })
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>`
}

/** An index of sitemaps. */
export function sitemapIndex(addresses: readonly string[]): string {
  const lines = addresses.map((loc) => `<sitemap><loc>${escapeXml(loc)}</loc></sitemap>`)
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
