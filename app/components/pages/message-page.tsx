import type { ReactNode } from 'react'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { HangerIcon } from '#app/ui/icons.tsx'

/** A page with a single message. */
export function MessagePage({
  eyebrow,
  title,
  children,
  actions,
  picture,
}: {
  eyebrow?: string
  title: string
  children: ReactNode
  actions: ReactNode
  /** An illustration; by default an empty hanger, if there is room. */
  picture?: ReactNode
}) {
  return (
    <div className="page-column flex min-h-[62vh] flex-wrap items-center justify-between gap-x-16 gap-y-10 py-20">
      <div className="max-w-2xl flex-1 basis-80">
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h1
          className={
            title.length > 48
              ? 'mt-3'
              : 'mt-3 text-[clamp(2.5rem,1.5rem+4.500vw,5rem)] leading-[1.04]'
          }
        >
          <ItemTitle title={title} />
        </h1>
        <div className="mt-6 grid max-w-lg gap-3 text-lg text-soft">{children}</div>
        <div className="mt-10 flex flex-wrap gap-3">{actions}</div>
      </div>
      {picture ?? (
        <HangerIcon
          width="320"
          height="320"
          strokeWidth="0.11"
          className="mr-[4vw] -mt-10 text-edge max-lg:hidden"
        />
      )}
    </div>
  )
}
