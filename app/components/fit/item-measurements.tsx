import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { itemRanges, lengthInWords } from '#domain/accounts/sizes/lengths.ts'
import type { Body, Measurements } from '#domain/accounts/sizes/should-fit.ts'
import { canBeCompared, shouldFit } from '#domain/accounts/sizes/should-fit.ts'
import { comparedSentence, fitSentence, stretchWords } from './fit-words.ts'
import { UnitSwitch } from './unit-switch.tsx'
import { useLengthUnit } from './use-length-unit.ts'

type ItemMeasurementsProps = {
  measurements: Measurements
  /** The viewer's own; null without a size profile. */
  body: Body | null
}

/** The measurements of an item, and whether it should fit the viewer. */
export function ItemMeasurements({ measurements, body }: ItemMeasurementsProps) {
  const unit = useLengthUnit()
  const { stretch, bustCm, waistCm, hipsCm, lengthCm } = measurements
  const rows = [
    ['Bust', 'bust', bustCm],
    ['Waist', 'waist', waistCm],
    ['Hips', 'hips', hipsCm],
    ['Length', 'length', lengthCm],
  ] as const
  return (
    <section aria-labelledby="measurements" className="mt-6">
      <h2 id="measurements" className="eyebrow">
        Measurements
      </h2>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-[0.9375rem]">
        {rows.map(
          ([name, field, cm]) =>
            cm !== null && (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="tabular-nums">{lengthInWords(cm, unit, itemRanges[field])}</dd>
              </div>
            ),
        )}
        {stretch && (
          <div className="contents">
            <dt className="text-soft">Stretch</dt>
            <dd>{stretchWords[stretch]}</dd>
          </div>
        )}
      </dl>
      <FitForYou measurements={measurements} body={body} />
      <div className="mt-1 flex flex-wrap gap-x-5">
        {rows.some(([, , cm]) => cm !== null) && <UnitSwitch at="measurements" />}
        <Link
          to={`${href('/help')}#should-fit`}
          className="inline-flex min-h-11 items-center text-sm text-link md:min-h-8"
        >
          How we know what should fit
        </Link>
      </div>
    </section>
  )
}

function FitForYou({ measurements, body }: ItemMeasurementsProps) {
  if (!body || !canBeCompared(body))
    return (
      <p className="mt-3 text-[0.9375rem]">
        <TextLink to={href('/profile/size')}>
          Add your measurements to see whether it should fit
        </TextLink>
      </p>
    )
  const fit = shouldFit(measurements, body)
  const sentence = fit && fitSentence(fit)
  if (!sentence) return null
  const compared = comparedSentence(fit)
  return (
    <p className="mt-3 text-[0.9375rem]">
      <strong className="font-medium">{sentence}</strong>
      {compared && <span className="text-soft">. {compared}.</span>}
    </p>
  )
}
