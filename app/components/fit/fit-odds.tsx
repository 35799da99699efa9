import type { Fit } from '#domain/accounts/sizes/should-fit.ts'
import type { ItemFit } from '#domain/catalogue/fit/fit-answers.ts'
import { type FitAnswers, totalOf } from '#domain/catalogue/fit/odds.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { otherwiseInWords } from './fit-words.ts'

type FitOddsProps = {
  fit: ItemFit
  /** What the measurements say, if it is the opposite. */
  otherwise: Fit | null
  /** Somebody who can rent it. */
  isShopper: boolean
}

/** What earlier wearers said about the fit, and how likely it fits. */
export function FitOdds({ fit, otherwise, isShopper }: FitOddsProps) {
  const { item, alike, inSize, odds, ownAnswers } = fit
  const likely = `${Math.round(100 * odds.true)}% likely to fit`
  return (
    <section aria-labelledby="fit-odds" className="mt-6">
      <h2 id="fit-odds" className="eyebrow">
        Fit
      </h2>
      <p className="mt-2 text-[0.9375rem]">
        {totalOf(item) > 0 && `${sharedWords(item)} it true to size. `}
        <strong className="font-medium">{isShopper ? `For you: ${likely}` : likely}</strong>
        {otherwise && `. By its measurements: ${otherwiseInWords(otherwise)}.`}
      </p>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link md:min-h-8">
          What this is made of
        </summary>
        <ul className="grid gap-1 pt-1 text-soft">
          {totalOf(item) > 0 && <li>This item: {answersInWords(item)}</li>}
          {totalOf(alike) > totalOf(item) && (
            <li>This brand, category and size: {answersInWords(alike)}</li>
          )}
          {totalOf(inSize) > 0 && <li>This category and size: {answersInWords(inSize)}</li>}
          {ownAnswers > 0 && (
            <li>
              Your own {ownAnswers === 1 ? 'review' : `${showNumber(ownAnswers)} reviews`} of how
              other items fit
            </li>
          )}
        </ul>
      </details>
    </section>
  )
}

/** '9 of 11 people found'. */
function sharedWords(answers: FitAnswers): string {
  const total = totalOf(answers)
  return `${showNumber(answers.true)} of ${showNumber(total)} ${total === 1 ? 'person' : 'people'} found`
}

/** 'runs small 1, true to size 9, runs large 1'. */
function answersInWords({ small, true: trueToSize, large }: FitAnswers): string {
  const [few, right, many] = [small, trueToSize, large].map(showNumber)
  return `runs small ${few}, true to size ${right}, runs large ${many}`
}
