import { useId } from 'react'
import type { Problem } from '#app/forms/forms.ts'
import type { Profile } from '#domain/accounts/people/profiles.ts'

const WAYS = [
  ['delivers', 'Deliver', 'You bring it, as far as you deliver.'],
  ['offers_pickup', 'Pickup', 'The renter picks it up where you agree.'],
  ['ships', 'Ship', 'You send it by mail or courier, anywhere.'],
] as const

/** How the pieces of a closet get to renters; at least one way. */
export function WaysField({
  profile,
  answer,
}: {
  profile: Pick<Profile, 'delivers' | 'offersPickup' | 'ships'>
  answer: Problem | undefined
}) {
  const errorId = useId()
  const { delivers, offersPickup, ships } = profile
  const saved = { delivers, offers_pickup: offersPickup, ships }
  const error = answer?.fields.ways
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      {...(error && { 'data-invalid': true, tabIndex: -1 })}
    >
      <legend className="text-sm font-medium">How items change hands</legend>
      {/* Without it, the form of an older page would take all ways away. */}
      <input type="hidden" name="ways" value="chosen" />
      {WAYS.map(([name, label, hint]) => {
        const isOn = answer?.values.ways ? name in answer.values : saved[name]
        return (
          <label key={name} className="flex min-h-11 items-start gap-3 pt-2">
            <input
              // A choice saved elsewhere shows here too.
              key={String(isOn)}
              type="checkbox"
              name={name}
              value="yes"
              defaultChecked={isOn}
              className="mt-0.5 size-5 shrink-0"
            />
            <span>
              {label}
              <span className="block text-sm text-soft">{hint}</span>
            </span>
          </label>
        )
      })}
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
