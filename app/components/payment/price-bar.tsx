import { useEffect, useState } from 'react'
import { buttonStyle } from '#app/ui/button-style.ts'
import { dollars } from '#domain/shared/cents.ts'

/** Whether an element, which gets the ref, is below what the window shows; false without a script. */
export function useIsBelow(): [isBelow: boolean, ref: (element: HTMLElement | null) => void] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isBelow, setIsBelow] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(([seen]) => {
      if (seen) setIsBelow(!seen.isIntersecting && seen.boundingClientRect.top > 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [isBelow, setElement]
}

/** On wide screens, while the button is further down: what is paid today, and the way there. */
export function PriceBar({
  totalCents,
  depositCents,
  to,
}: {
  totalCents: number
  depositCents: number
  to: string
}) {
  return (
    <div className="price-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-sheet max-md:hidden">
      <div className="page-column flex items-center justify-end gap-6 py-2.5">
        <p className="text-right leading-tight tabular-nums">
          <strong className="font-medium">{dollars(totalCents)} today</strong>
          {depositCents > 0 && (
            <span className="block text-sm text-soft">
              {`${dollars(depositCents)} of it is the refundable deposit`}
            </span>
          )}
        </p>
        <a href={to} className={buttonStyle({})}>
          Continue
        </a>
      </div>
    </div>
  )
}
