import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import {
  type LengthRange,
  type LengthUnit,
  lengthAsTyped,
  lengthUnits,
  MAX_LENGTH_TEXT,
  readLength,
} from '#domain/accounts/sizes/lengths.ts'
import { exactField, meantButton, SWITCH_BUTTON, UNIT_FIELD } from './length-names.ts'
import { unitWords } from './length-words.ts'
import { useLengthUnit } from './use-length-unit.ts'

type Answer = {
  readonly fields: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string>>
}

/** The unit of a form's lengths: that of a refused form, else the viewer's. */
function useFormUnit(answer: Answer | undefined): LengthUnit {
  const chosen = useLengthUnit()
  return lengthUnits.find((unit) => unit === answer?.values[UNIT_FIELD]) ?? chosen
}

type FormLengthUnitProps = {
  answer: Answer | undefined
  /** How inches are typed: 'In inches, such as 34.5.' */
  inInches: string
}

/**
 * Says in which unit a form's lengths are typed, with a button for the other unit. A form with it
 * begins with a `DefaultButton`.
 */
export function FormLengthUnit({ answer, inInches }: FormLengthUnitProps) {
  const unit = useFormUnit(answer)
  const other = unit === 'in' ? 'cm' : 'in'
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
      <input type="hidden" name={UNIT_FIELD} value={unit} />
      <span>{unit === 'in' ? inInches : 'In centimeters.'}</span>
      <Button name={SWITCH_BUTTON} value={other} kind="quiet" size="small" formNoValidate>
        Use {unitWords[other]}
      </Button>
    </p>
  )
}

type LengthFieldProps = {
  name: string
  label: string
  range: LengthRange
  /** The saved length in centimeters. */
  cm: number | null | undefined
  answer: Answer | undefined
  hint?: string
  optional?: boolean
}

/** A length in the chosen unit. A number for the other unit is asked about, with a button to accept. */
export function LengthField({ name, range, cm, answer, ...text }: LengthFieldProps) {
  const unit = useFormUnit(answer)
  const saved = cm ?? null
  const shown = saved === null ? '' : lengthAsTyped(saved, unit, range)
  const typed = answer?.values[name] ?? shown
  const exact = answer?.values[exactField(name)] ?? String(saved ?? '')
  const error = answer?.fields[name]
  return (
    <div className="grid content-start justify-items-start gap-2">
      <input type="hidden" name={exactField(name)} value={exact} />
      <Field
        {...text}
        // Shows another text when the answer has converted it.
        key={`${unit} ${exact}`}
        name={name}
        defaultValue={typed}
        error={error}
        autoComplete="off"
        maxLength={MAX_LENGTH_TEXT}
        className="w-full"
      />
      {error && <MeantButtons name={name} typed={typed} unit={unit} range={range} />}
    </div>
  )
}

type MeantButtonsProps = { name: string; typed: string; unit: LengthUnit; range: LengthRange }

function MeantButtons({ name, typed, unit, range }: MeantButtonsProps) {
  const read = readLength(typed, unit, range)
  if (read.kind !== 'other-unit') return null
  const { amount, meant, mayStay } = read
  const button = (verb: string, length: string) => (
    <Button name={meantButton(name)} value={length} kind="secondary" size="small">
      {verb} {length}
    </Button>
  )
  return (
    <p className="flex flex-wrap gap-2">
      {button('Use', `${amount} ${meant}`)}
      {mayStay && button('Keep', `${amount} ${read.unit}`)}
    </p>
  )
}
