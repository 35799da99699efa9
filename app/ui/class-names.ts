/** Joins the truthy names: `classNames('a', isOpen && 'b', className)`. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
