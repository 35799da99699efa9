import { useId } from 'react'
import { everyStar, StarShape } from './stars.tsx'

type StarFieldProps = { chosen: string | undefined; error: string | undefined }

/** One to five stars, as radio buttons; the stars up to the chosen one are filled. */
export function StarField({ chosen, error }: StarFieldProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-medium">Stars</legend>
      <p className="mt-0.5 text-sm text-soft">From 1, poor, to 5, excellent.</p>
      <div className="mt-1.5 flex flex-wrap">
        {everyStar.map((star) => (
          <label
            key={star}
            className="grid size-11 cursor-pointer place-items-center rounded-control outline-offset-[-2px] hover:bg-sand has-focus-visible:outline-2 has-focus-visible:outline-ink [&:has(input:checked)_svg]:fill-current [&:has(~label_input:checked)_svg]:fill-current"
          >
            <input
              type="radio"
              name="stars"
              value={star}
              required
              defaultChecked={chosen === String(star)}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span className="sr-only">{star === 1 ? '1 star' : `${star} stars`}</span>
            <StarShape size={28} className="fill-none" />
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
