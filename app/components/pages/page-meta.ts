import type { MetaDescriptor } from 'react-router'
import { PREVIEW_SIZE } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** Title of a private page: search engines do not list it. */
export function pageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${isolated(title)} · Hemline` }, { name: 'robots', content: 'noindex' }]
}

/** The routes above a page, as its `meta` gets them; root's data includes our address. */
type Matches = readonly ({ readonly loaderData?: unknown } | undefined)[]

/** The picture beside a link on other sites, in their size. */
type LinkImage = {
  /** A path on this site. */
  readonly path: string
  readonly alt: string
}

const SITE_IMAGE: LinkImage = { path: '/shared.jpg', alt: 'Three evening gowns on dress forms' }

type PublicPage = {
  /** The page's own title; the site's name is added unless it is included. */
  readonly title: string
  readonly description: string
  /** The canonical path of the page, without a query. */
  readonly path: string
  /** The title beside a link on other sites, by default the same. */
  readonly linkTitle?: string
  /** By default the site's own picture. */
  readonly image?: LinkImage | undefined
  readonly data?: Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json']
}

/** Metadata of a public page for search engines and link previews; names are isolated. */
export function publicMeta(
  matches: Matches,
  { title, linkTitle = title, description, path, image = SITE_IMAGE, data }: PublicPage,
): MetaDescriptor[] {
  const origin = originIn(matches)
  const named = title.includes('Hemline') ? title : `${title} · Hemline`
  const words = isolated(shortened(description))
  return [
    { title: isolated(named) },
    { name: 'description', content: words },
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:site_name', content: 'Hemline' },
    { property: 'og:type', content: data ? 'product' : 'website' },
    { property: 'og:title', content: isolated(linkTitle) },
    { property: 'og:description', content: words },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: origin + image.path },
    { property: 'og:image:width', content: String(PREVIEW_SIZE.width) },
    { property: 'og:image:height', content: String(PREVIEW_SIZE.height) },
    { property: 'og:image:alt', content: isolated(image.alt) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(data ? [{ 'script:ld+json': data }] : []),
  ]
}

/** The site's address from root's loader; '' when root has failed. */
export function originIn([root]: Matches): string {
  const data = root?.loaderData
  return typeof data === 'object' &&
    data !== null &&
    'origin' in data &&
    typeof data.origin === 'string'
    ? data.origin
    : ''
}

const MAX_LENGTH = 155

/** In one line, cut after a word. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_LENGTH) return line
  const cut = line.slice(0, MAX_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 80))}…`
}
