import { type ReactNode, useState } from 'react'
import { PhotoField } from '#app/components/images/photo-field.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import type { SectionType } from '#db/enums.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import type { CarouselChoices } from '#domain/site/home/home.ts'
import type { DraftSection } from '#domain/site/home/home-draft.ts'
import {
  carouselItems,
  MAX_LINE_LENGTH,
  MAX_LOGOS,
  MAX_TEXT_LENGTH,
} from '#domain/site/home/section-limits.ts'
import {
  carouselFilters,
  type SectionContent,
  sectionRecords,
} from '#domain/site/home/section-records.ts'
import { CheckBox } from './check-box.tsx'

type Errors = Readonly<Record<string, string>>

type FieldsProps<Type extends SectionType> = {
  content: SectionContent[Type]
  choices: CarouselChoices
  errors: Errors
}

export type FormValues = {
  readonly text: (name: string) => string
  readonly isOn: (name: string) => boolean
}

type SectionEditing<Type extends SectionType> = {
  /** Besides title and subtitle. */
  readonly Fields: (props: FieldsProps<Type>) => ReactNode
  readonly read: (form: FormValues) => SectionContent[Type]
}

export const sectionFields: { readonly [Type in SectionType]: SectionEditing<Type> } = {
  hero: {
    Fields: HeroFields,
    read: ({ text, isOn }) => ({
      description: text('description'),
      button_text: text('button_text'),
      button_link: text('button_link') || sectionRecords.hero.empty.button_link,
      image_id: isOn('no_image') ? null : text('image_id') || null,
    }),
  },
  subtitle: { Fields: () => null, read: () => ({}) },
  stats: {
    Fields: StatsFields,
    read: ({ isOn }) => ({
      show_brands: isOn('show_brands'),
      show_customers: isOn('show_customers'),
      show_items: isOn('show_items'),
      show_items_rented: isOn('show_items_rented'),
    }),
  },
  carousel: {
    Fields: CarouselFields,
    read: ({ text }) => ({
      filter_type: carouselFilters.find((one) => one === text('filter_type')) ?? 'latest',
      filter_value: text('filter_value') || 'all',
      limit: Number(text('limit')),
    }),
  },
  brands: {
    Fields: () => (
      <p className="text-sm text-soft">
        Shows the logos of all active brands by name, up to {MAX_LOGOS}.
      </p>
    ),
    read: () => ({}),
  },
  text: {
    Fields: ({ content }) => (
      <TextArea
        label="Text"
        name="text"
        hint="Leave a blank line between paragraphs."
        rows={8}
        maxLength={MAX_TEXT_LENGTH}
        defaultValue={content.text}
      />
    ),
    read: ({ text }) => ({ text: text('text') }),
  },
  cta: {
    Fields: (fields) => (
      <ButtonFields {...fields} usualLink={sectionRecords.cta.empty.button_link} />
    ),
    read: ({ text }) => ({
      button_text: text('button_text'),
      button_link: text('button_link') || sectionRecords.cta.empty.button_link,
    }),
  },
}

export function SectionFields<Type extends SectionType>({
  section,
  choices,
  errors,
}: {
  section: DraftSection<Type>
  choices: CarouselChoices
  errors: Errors
}) {
  const { Fields }: SectionEditing<Type> = sectionFields[section.type]
  return <Fields content={section.content} choices={choices} errors={errors} />
}

function HeroFields({ content, errors }: { content: SectionContent['hero']; errors: Errors }) {
  const { image_id: id } = content
  return (
    <>
      <TextArea
        label="Description"
        name="description"
        optional
        hint="If empty, the text from Site Layout is used."
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        defaultValue={content.description}
        className="sm:col-span-2"
      />
      <ButtonFields
        content={content}
        errors={errors}
        usualLink={sectionRecords.hero.empty.button_link}
      />
      <PhotoField
        label="Photo"
        name="image_id"
        use="section"
        optional
        small
        photo={id ? { id, url: imageAddress(id) } : null}
      />
      {id && <CheckBox label="Remove the photo" name="no_image" defaultChecked={false} />}
    </>
  )
}

function ButtonFields({
  content,
  errors,
  usualLink,
}: {
  content: SectionContent['hero'] | SectionContent['cta']
  errors: Errors
  usualLink: string
}) {
  return (
    <>
      <Field
        label="Button text"
        name="button_text"
        optional
        maxLength={MAX_LINE_LENGTH}
        defaultValue={content.button_text}
      />
      <Field
        label="Button link"
        name="button_link"
        optional
        hint="A path on this site, such as /styles, or an https:// address."
        placeholder={usualLink}
        maxLength={MAX_LINE_LENGTH}
        defaultValue={content.button_link}
        error={errors.button_link}
        spellCheck={false}
      />
    </>
  )
}

function StatsFields({ content }: { content: SectionContent['stats'] }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Counters</legend>
      <CheckBox label="Brand partners" name="show_brands" defaultChecked={content.show_brands} />
      <CheckBox
        label="Happy customers"
        name="show_customers"
        defaultChecked={content.show_customers}
      />
      <CheckBox label="Clothing items" name="show_items" defaultChecked={content.show_items} />
      <CheckBox
        label="Items rented"
        name="show_items_rented"
        defaultChecked={content.show_items_rented}
      />
    </fieldset>
  )
}

const FILTERS = [
  { value: 'latest', label: 'Latest' },
  { value: 'brand', label: 'Brand' },
  { value: 'occasion', label: 'Occasion' },
  { value: 'style', label: 'Style' },
]

function CarouselFields({
  content,
  choices,
  errors,
}: {
  content: SectionContent['carousel']
  choices: CarouselChoices
  errors: Errors
}) {
  const [filter, setFilter] = useState<string>(content.filter_type)
  const options = optionsOf(filter, choices)
  const chosen = filter === content.filter_type ? content.filter_value : 'all'
  // A brand that is now inactive, or a value that no item has, stays selected until changed.
  const missing = chosen !== 'all' && !options.some(({ value }) => value === chosen)
  const asSaved = filter === 'brand' ? 'Current brand (inactive)' : chosen
  return (
    <>
      <SelectField
        label="Filter type"
        name="filter_type"
        options={FILTERS}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {filter !== 'latest' && (
        <SelectField
          key={filter}
          label="Filter value"
          name="filter_value"
          options={missing ? [...options, { value: chosen, label: asSaved }] : options}
          defaultValue={chosen}
        />
      )}
      <Field
        label="Number of items"
        name="limit"
        type="number"
        required
        min={carouselItems.least}
        max={carouselItems.max}
        step={1}
        defaultValue={content.limit}
        error={errors.limit}
      />
    </>
  )
}

function optionsOf(filter: string, { brands, occasions, styles }: CarouselChoices) {
  const words = (all: string, list: readonly string[]) => [
    { value: 'all', label: all },
    ...list.map((word) => ({ value: word, label: word })),
  ]
  if (filter === 'occasion') return words('All Occasions', occasions)
  if (filter === 'style') return words('All Styles', styles)
  return [
    { value: 'all', label: 'All Brands' },
    ...brands.map(({ id, name }) => ({ value: id, label: name })),
  ]
}
