import { useId } from 'react'
import { type ChosenHandover, handovers } from '#db/enums.ts'

/** How an item gets to the viewer. */
export type ShownOffer = {
  /** Null where nobody knows how far it is. */
  readonly isDelivered: boolean | null
  /** Why it is not delivered there; null where it is, or may be. */
  readonly sentence: string | null
  readonly ways: readonly { readonly value: ChosenHandover; readonly label: string }[]
}

/** Null for what is none of the choices, or no text. */
export function readHandover(posted: unknown): ChosenHandover | null {
  return handovers.find((one) => one === posted) ?? null
}

type HandoverChoiceProps = {
  /** The name of the field, where a form has several. */
  name?: string
  offer: ShownOffer
  chosen: ChosenHandover | null
  error: string | undefined
}

/** Why the item is not delivered to the viewer, and the ways to choose from, before anything is paid. */
export function HandoverChoice({ name = 'handover', offer, chosen, error }: HandoverChoiceProps) {
  const id = useId()
  const { sentence, isDelivered, ways } = offer
  const [first] = ways
  if (!sentence && (!first || (ways.length === 1 && first.value === 'delivery'))) return null
  const usual = isDelivered !== false && first?.value === 'delivery' ? first.value : null
  const selected = ways.some(({ value }) => value === chosen) ? chosen : usual
  const described = [sentence && `${id}-why`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      aria-describedby={described || undefined}
      className="min-w-0 border-b border-line pb-4"
    >
      <legend className="text-sm font-medium">How you get it</legend>
      {sentence && (
        <p
          id={`${id}-why`}
          className="mt-2 rounded-control bg-sand p-4 text-[0.9375rem] leading-snug"
        >
          {sentence}
        </p>
      )}
      <div className="mt-2">
        {ways.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 wrap-anywhere">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === selected}
              aria-invalid={error ? true : undefined}
              className="size-5 shrink-0 accent-ink"
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
