import type { ComponentProps, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Link as BrowserLink, NavLink as BrowserNavLink, createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { Link, NavLink } from './link.tsx'

/** The HTML of an element on a page with this address. */
function htmlOn(address: string, element: ReactNode): string {
  const { pathname } = new URL(address, 'http://localhost')
  const Page = createRoutesStub([{ path: pathname, Component: () => element }])
  return renderToStaticMarkup(<Page initialEntries={[address]} />)
}

const addresses = [
  '/',
  '/styles',
  '/styles?start=2026-08-03&end=2026-08-09',
  '/item/1#reviews',
  '/search?q=a%20dress/',
  '/search?',
  '/styles/',
  '//elsewhere.example',
  '/styles//more',
  '/styles/../sizes',
  '/./sizes',
  '\\elsewhere',
  '/\\elsewhere.example',
  'https://elsewhere.example/a',
  'mailto:somebody@shop.example',
  'more',
  '..',
  '?page=2',
  '#contact',
  '',
]

test.each(addresses)('the server renders a link to "%s" as React Router does', (to) => {
  const others: Partial<ComponentProps<typeof Link>>[] = [
    { className: 'text-link', 'aria-label': 'More' },
    { prefetch: 'intent', replace: true, preventScrollReset: true, state: { from: 1 } },
    { reloadDocument: true, target: '_blank' },
    { discover: 'none' },
  ]
  for (const other of others)
    expect(htmlOn('/closets/1?a=b', <Link to={to} {...other} />)).toBe(
      htmlOn('/closets/1?a=b', <BrowserLink to={to} {...other} />),
    )
})

test.each([
  '/',
  '/styles',
  '/styles/',
  '/styles/more',
  '/stylesheet',
  '/STYLES',
  '/sizes?a=/styles',
])('on "%s" the server marks the links that React Router marks', (address) => {
  const rendered = (As: typeof NavLink) =>
    ['/', '/styles', '/Styles', '/styles/', '/styles?a=b', '/messages/1'].flatMap((to) => [
      htmlOn(address, <As to={to} className="line" />),
      htmlOn(address, <As to={to} end />),
      htmlOn(address, <As to={to} caseSensitive aria-current="true" style={{ color: 'red' }} />),
      htmlOn(address, <As to={to} className={({ isActive }) => (isActive ? 'on' : 'off')} />),
    ])
  expect(rendered(NavLink)).toEqual(rendered(BrowserNavLink))
})
