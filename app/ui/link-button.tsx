import { Link, type LinkProps } from '#app/ui/link.tsx'
import { type ButtonStyle, buttonStyle } from './button-style.ts'

/** A link that looks like a button: it navigates and changes nothing. */
export function LinkButton({ kind, size, wide, className, ...props }: LinkProps & ButtonStyle) {
  return <Link {...props} className={buttonStyle({ kind, size, wide }, className)} />
}
