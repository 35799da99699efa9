import { stretches } from '#db/enums.ts'
import { type LengthUnit, lengthInWords } from '#domain/accounts/sizes/lengths.ts'
import { MAX_EASE_CM, MAX_TIGHT_CM, minEaseCm } from '#domain/accounts/sizes/should-fit.ts'
import { LIKELY } from '#domain/catalogue/fit/wearer.ts'
import { stretchWords } from './fit-words.ts'
import { DIFFERENCE, differenceInWords } from './length-words.ts'
import { UnitSwitch } from './unit-switch.tsx'
import { useLengthUnit } from './use-length-unit.ts'

/**
 * Explains the rule for what should fit in plain language.
 * @param switchAt the place of the page to return to after switching the unit; without it the page has
 *   its own switch
 */
export function FitRule({ switchAt }: { switchAt?: string }) {
  const unit = useLengthUnit()
  return (
    <div className="grid gap-3">
      <p>
        We compare the item’s bust, waist and hips with yours wherever we have both. An item{' '}
        <strong className="font-medium">Should fit</strong> if every measurement we compare is
      </p>
      <ul className="list-disc pl-5">
        {stretches.map((stretch) => (
          <li key={stretch}>
            {stretchWords[stretch]}: {range(minEaseCm[stretch], unit)}.
          </li>
        ))}
      </ul>
      <p>
        It <strong className="font-medium">May be tight</strong> where it is up to{' '}
        {differenceInWords(MAX_TIGHT_CM, unit)} smaller than that, if all other measurements fit. In
        all other cases we do not say whether it fits. If we do not know the stretch, we assume
        none.
      </p>
      <p>
        Where we have nothing to compare, an item of your usual size counts as one that should fit
        if it is at least {Math.round(100 * LIKELY)}% likely to, by what earlier wearers said.
      </p>
      {switchAt && <UnitSwitch at={switchAt} />}
    </div>
  )
}

function range(least: number, unit: LengthUnit): string {
  const smallest = differenceInWords(Math.abs(least), unit)
  const largest = lengthInWords(MAX_EASE_CM, unit, DIFFERENCE)
  return least > 0
    ? `${smallest} to ${largest} larger than you`
    : `from ${smallest} smaller to ${largest} larger than you`
}
