import type { ReactNode } from 'react'

/** When and where, as the closet says. */
export function Arrangement({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="mt-3 text-lg font-medium wrap-anywhere">
      <span className="block text-sm font-normal text-soft">When and where</span>
      {children}
    </p>
  )
}
