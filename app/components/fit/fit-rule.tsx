import { stretches } from '#db/enums.ts'
import { leastEaseCm, MAX_EASE_CM, MAX_TIGHT_CM } from '#domain/size-profiles/should-fit.ts'
import { stretchWords } from './fit-words.ts'

/** Explains the rule for what should fit in plain language. */
export function FitRule() {
  return (
    <div className="grid gap-3">
      <p>
        We compare bust, waist and hips of the item with yours, wherever we know both. We say{' '}
        <strong className="font-medium">Should fit</strong> when the item, everywhere we compared,
        is
      </p>
      <ul className="list-disc pl-5">
        {stretches.map((stretch) => (
          <li key={stretch}>
            {stretchWords[stretch]}: {range(leastEaseCm[stretch])}.
          </li>
        ))}
      </ul>
      <p>
        We say <strong className="font-medium">May be tight</strong> where it is up to{' '}
        {MAX_TIGHT_CM} cm smaller than that, if nothing else is too small or too large. In all other
        cases we say nothing. An item whose stretch we do not know counts as one without.
      </p>
    </div>
  )
}

function range(least: number): string {
  return least > 0
    ? `${least} to ${MAX_EASE_CM} cm larger than you`
    : `from ${-least} cm smaller to ${MAX_EASE_CM} cm larger than you`
}
