import type { Problem } from '#app/forms/forms.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'

type BrandChoiceProps = {
  brands: readonly { readonly id: string; readonly name: string }[]
  /** The brand of the listing; it can be selected even if it is no longer active. */
  own: { readonly id: string; readonly name: string } | null
  answer: Problem | undefined
}

export function BrandChoice({ brands, own, answer }: BrandChoiceProps) {
  const all = own && !brands.some(({ id }) => id === own.id) ? [...brands, own] : brands
  return (
    <SelectField
      label="Brand"
      optional
      name="brand_id"
      placeholder="No brand"
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      defaultValue={answer?.values.brand_id ?? own?.id ?? ''}
    />
  )
}
