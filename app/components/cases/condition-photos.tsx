import { HandoverList, type ShownHandover } from '#app/components/rental/handover-list.tsx'
import type { HandoverStep } from '#db/enums.ts'

export type SidedHandover = ShownHandover & {
  readonly step: HandoverStep
  readonly side: 'renter' | 'closet'
}

const MOMENTS = [
  { title: 'At delivery', steps: ['delivery'] },
  { title: 'At return', steps: ['sent_back', 'return', 'review'] },
] as const satisfies readonly { title: string; steps: readonly HandoverStep[] }[]

/** The notes and photos of both sides at delivery and return, next to each other. */
export function ConditionPhotos({
  renterName,
  ownerName,
  handovers,
}: {
  renterName: string
  ownerName: string
  handovers: readonly SidedHandover[]
}) {
  const sides = [
    { side: 'renter', name: renterName },
    { side: 'closet', name: ownerName },
  ] as const
  return (
    <section aria-labelledby="condition">
      <h2 id="condition" className="text-[1.625rem]">
        Condition reports
      </h2>
      {MOMENTS.map(({ title, steps }) => (
        <div key={title} className="mt-6">
          <h3 className="font-body text-base font-medium">{title}</h3>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-4 sm:grid-cols-2">
            {sides.map(({ side, name }) => {
              const own = handovers.filter(
                (one) => one.side === side && steps.some((step) => step === one.step),
              )
              return (
                <div key={side} className="min-w-0">
                  <p className="mb-3 text-sm text-soft">{name}</p>
                  {own.length > 0 ? (
                    <HandoverList handovers={own} />
                  ) : (
                    <p className="text-soft">No report</p>
                  )}
                </div>
              )
            })}
          </div>
        </div>
      ))}
    </section>
  )
}
