import { Link, type LinkProps } from '#app/ui/link.tsx'

/** A link in running text. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="text-link" />
}
