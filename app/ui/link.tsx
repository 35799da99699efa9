import {
  Link as BrowserLink,
  NavLink as BrowserNavLink,
  type LinkProps,
  type NavLinkProps,
  useLocation,
} from 'react-router'

// On the server a link to a path needs nothing of the router: its handlers, its prefetching and the
// resolving of its address are the browser's. With them, the links took a tenth of the time in
// which a page is rendered.

/** A link of React Router's, rendered by the server as the element it becomes. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

/** The same with `aria-current` on the page that it leads to. */
export const NavLink = import.meta.env.SSR ? ServerNavLink : BrowserNavLink

export type { LinkProps }

function ServerLink(props: LinkProps) {
  const { to, prefetch, discover, relative, replace, mask, state, ...others } = props
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, reloadDocument, ...rest } =
    others
  if (!isPath(to) || mask || prefetch === 'render' || discover === 'none')
    return <BrowserLink {...props} />
  const { target, ...attributes } = rest
  return <a {...attributes} href={to} target={target} data-discover="true" />
}

function ServerNavLink(props: NavLinkProps) {
  const { to, end = false, className = '', caseSensitive, style, children, ...rest } = props
  const pathname = useLocation().pathname.toLowerCase()
  const isPlain =
    isPath(to) && !/[?#]|\/$/.test(to.slice(1)) && !caseSensitive && typeof style !== 'function'
  if (!isPlain || typeof className === 'function' || typeof children === 'function')
    return <BrowserNavLink {...props} />
  const path = to.toLowerCase()
  const isActive = pathname === path || (!end && pathname.startsWith(`${path}/`))
  return (
    <ServerLink
      {...rest}
      to={to}
      style={style}
      aria-current={isActive ? (rest['aria-current'] ?? 'page') : undefined}
      className={isActive ? `${className} active`.trim() : className}
    >
      {children}
    </ServerLink>
  )
}

/** From the root of this site, with nothing to resolve. */
function isPath(to: LinkProps['to']): to is string {
  return typeof to === 'string' && to.startsWith('/') && !/\\|\/[/.]|\?#|[?#]$/.test(to)
}
