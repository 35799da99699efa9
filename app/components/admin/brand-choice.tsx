import type { Problem } from '#app/http/forms.ts'
import { SelectField } from '#app/ui/select-field.tsx'

type BrandChoiceProps = {
  brands: readonly { readonly id: string; readonly name: string }[]
  /** The brand that the listing has; it stays to choose from when it is not active any more. */
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
