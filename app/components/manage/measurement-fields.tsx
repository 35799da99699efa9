import { stretchWords } from '#app/components/fit/fit-words.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { stretches } from '#db/enums.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'

type MeasurementFieldsProps = {
  measurements: Measurements | null | undefined
  answer: Problem | undefined
}

/** What an item measures, so that shoppers know whether it should fit. */
export function MeasurementFields({ measurements, answer }: MeasurementFieldsProps) {
  const shown = (name: string, saved: number | string | null | undefined) => ({
    name,
    defaultValue: answer?.values[name] ?? saved ?? '',
    error: answer?.fields[name],
  })
  const length = (name: string, cm: number | null | undefined) => ({
    autoComplete: 'off',
    maxLength: 20,
    ...shown(name, cm),
  })
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">
        Measurements <span className="font-normal text-soft">(optional)</span>
      </legend>
      <p className="mb-3 text-sm text-soft">
        Around the item as it is worn, and from shoulder or waistband to hem. In centimeters, or in
        inches if you add them: 34.5 in. Shoppers find measured items by “Should fit me”.
      </p>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4 lg:gap-5">
        <Field label="Bust" {...length('bust', measurements?.bustCm)} />
        <Field label="Waist" {...length('waist', measurements?.waistCm)} />
        <Field label="Hips" {...length('hips', measurements?.hipsCm)} />
        <Field label="Length" {...length('length', measurements?.lengthCm)} />
        <SelectField
          label="Stretch"
          placeholder="Choose"
          options={stretches.map((value) => ({ value, label: stretchWords[value] }))}
          className="col-span-2"
          {...shown('stretch', measurements?.stretch)}
        />
      </div>
    </fieldset>
  )
}
