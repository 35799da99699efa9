import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const RAW = new Set(['script', 'style'])
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
/** Attributes whose names differ in React; it writes all others unchanged. */
const PROPS: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  crossorigin: 'crossOrigin',
  srcset: 'srcSet',
  fetchpriority: 'fetchPriority',
  'accept-charset': 'acceptCharset',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
  enctype: 'encType',
  novalidate: 'noValidate',
  value: 'defaultValue',
  checked: 'defaultChecked',
  readonly: 'readOnly',
  colspan: 'colSpan',
  itemprop: 'itemProp',
}

const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (one) => ENTITIES[one] ?? one)

/** An element in the HTML, before it becomes a React element. */
type ParsedElement = {
  readonly tag: string
  readonly props: Record<string, unknown>
  readonly children: (ParsedElement | string)[]
}

/**
 * A component for a page that React has rendered. Like every component, it creates its elements
 * again for each render. Links within the site are links of React Router.
 */
export function elementsOf(html: string): () => ReactNode {
  const root: ParsedElement = { tag: 'root', props: {}, children: [] }
  const open: ParsedElement[] = [root]
  const text = (words: string) => words && open.at(-1)?.children.push(decodeEntities(words))
  const add = (element: ParsedElement) => open.at(-1)?.children.push(element)
  let at = html.indexOf('<html')
  while (at < html.length) {
    const next = html.indexOf('<', at)
    if (next < 0) break
    text(html.slice(at, next))
    if (html.startsWith('<!--', next)) {
      at = html.indexOf('-->', next) + 3
      continue
    }
    const end = endOfTag(html, next)
    const inside = html.slice(next + 1, end).replace(/\/$/, '')
    at = end + 1
    if (inside.startsWith('/')) {
      const closed = open.pop()
      if (closed) add(closed)
      continue
    }
    const tag = /^[\w:-]+/.exec(inside)?.[0] ?? 'div'
    const props = propsOf(inside.slice(tag.length))
    if (RAW.has(tag)) {
      const close = html.indexOf(`</${tag}>`, at)
      add({
        tag,
        props: { ...props, dangerouslySetInnerHTML: { __html: html.slice(at, close) } },
        children: [],
      })
      at = close + tag.length + 3
    } else if (VOID.has(tag) || html[end - 1] === '/') add({ tag, props, children: [] })
    else open.push({ tag, props, children: [] })
  }
  return () => root.children.map(elementOf)
}

function elementOf(written: ParsedElement | string): ReactNode {
  if (typeof written === 'string') return written
  const { tag, props, children } = written
  const { href, ...others } = props
  if (tag === 'a' && typeof href === 'string' && href.startsWith('/'))
    return createElement(Link, { ...others, to: href }, ...children.map(elementOf))
  return createElement(tag, props, ...children.map(elementOf))
}

function endOfTag(html: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < html.length; at++) {
    if (html[at] === '"') isQuoted = !isQuoted
    if (html[at] === '>' && !isQuoted) return at
  }
  return html.length
}

function propsOf(written: string): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [, name = '', , value] of written.matchAll(/([^\s="]+)(="([^"]*)")?/g)) {
    if (name === 'style') props.style = styleOf(decodeEntities(value ?? ''))
    else
      props[PROPS[name] ?? name] =
        value === undefined || (value === '' && BOOLEAN.has(name)) ? true : decodeEntities(value)
  }
  return props
}

const BOOLEAN = new Set([
  'async',
  'checked',
  'disabled',
  'hidden',
  'multiple',
  'required',
  'selected',
  'open',
  'novalidate',
  'readonly',
  'inert',
])

function styleOf(written: string): Record<string, string> {
  const style: Record<string, string> = {}
  for (const declaration of written.split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim()
    const key = name.startsWith('--')
      ? name
      : name.replace(/-([a-z])/g, (_, first: string) => first.toUpperCase())
    if (name) style[key] = declaration.slice(colon + 1).trim()
  }
  return style
}
