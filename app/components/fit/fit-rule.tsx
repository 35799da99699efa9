import { stretches } from '#db/enums.ts'
import { MAX_EASE_CM, MAX_TIGHT_CM, minEaseCm } from '#domain/accounts/sizes/should-fit.ts'
import { stretchWords } from './fit-words.ts'
import { lengthInWords } from './length-words.ts'

/** Explains the rule for what should fit in plain language. */
export function FitRule() {
  return (
    <div className="grid gap-3">
      <p>
        We compare the item’s bust, waist and hips with yours wherever we have both. An item{' '}
        <strong className="font-medium">Should fit</strong> if every measurement we compare is
      </p>
      <ul className="list-disc pl-5">
        {stretches.map((stretch) => (
          <li key={stretch}>
            {stretchWords[stretch]}: {range(minEaseCm[stretch])}.
          </li>
        ))}
      </ul>
      <p>
        It <strong className="font-medium">May be tight</strong> where it is up to{' '}
        {lengthInWords(MAX_TIGHT_CM)} smaller than that, if all other measurements fit. In all other
        cases we do not say whether it fits. If we do not know the stretch, we assume none.
      </p>
    </div>
  )
}

function range(least: number): string {
  return least > 0
    ? `${lengthInWords(least)} to ${lengthInWords(MAX_EASE_CM)} larger than you`
    : `from ${lengthInWords(-least)} smaller to ${lengthInWords(MAX_EASE_CM)} larger than you`
}
