import { useState } from 'react'
import { PhotoField } from '#app/components/images/photo-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import type { AboutBlock } from '#domain/site/about/about.ts'
import { type FounderFields, typedFounders } from './founder-fields.ts'

type Shown = FounderFields & { readonly key: string }

type EditedFoundersProps = {
  founders: AboutBlock['founders']
  /** The values of a refused form. */
  values: Readonly<Record<string, string>> | null
}

/** The initial founder when there are none (spec 14.1). */
const defaultFounder: FounderFields = {
  name: 'Your name',
  role: 'Founder',
  bio: 'What made you open your closet.',
  image: null,
}

/** The people of the founders block, which can be added and removed. */
export function EditedFounders({ founders, values }: EditedFoundersProps) {
  const hydrated = useHydrated()
  const [people, setPeople] = useState((): readonly Shown[] => {
    const saved = founders.map((one) => ({ ...one, image: one.image?.split('/').at(-1) ?? null }))
    const begun = values ? typedFounders(Object.entries(values)) : saved
    const shown = begun.length > 0 || values ? begun : [defaultFounder]
    return shown.map((one, index) => ({ ...one, key: `saved ${index}` }))
  })
  return (
    <>
      {people.map((person, index) => (
        <fieldset key={person.key} className="grid gap-4 border-t border-line pt-5">
          <legend className="float-left mb-2 flex w-full items-center justify-between font-medium">
            Founder {index + 1}
            {hydrated && (
              <Button
                type="button"
                kind="quiet"
                size="small"
                aria-label={`Remove founder ${index + 1}`}
                onClick={() => setPeople(people.filter((one) => one !== person))}
              >
                Remove
              </Button>
            )}
          </legend>
          <Field
            label="Name"
            name={`founders.${index}.name`}
            maxLength={200}
            defaultValue={person.name}
          />
          <Field
            label="Role"
            name={`founders.${index}.role`}
            maxLength={200}
            defaultValue={person.role}
          />
          <TextArea
            label="Bio"
            name={`founders.${index}.bio`}
            rows={3}
            maxLength={5000}
            defaultValue={person.bio}
          />
          {hydrated ? (
            <PhotoField
              label="Photo"
              name={`founders.${index}.image`}
              use="founder"
              optional
              small
              photo={person.image ? { id: person.image, url: imageAddress(person.image) } : null}
            />
          ) : (
            <input type="hidden" name={`founders.${index}.image`} value={person.image ?? ''} />
          )}
        </fieldset>
      ))}
      {hydrated ? (
        <Button
          type="button"
          kind="secondary"
          size="small"
          className="justify-self-start"
          onClick={() =>
            setPeople([
              ...people,
              { key: crypto.randomUUID(), name: '', role: '', bio: '', image: null },
            ])
          }
        >
          Add founder
        </Button>
      ) : (
        <p className="animate-[appear_1ms_2s_backwards] text-sm text-soft">
          You need JavaScript to add or remove people and choose photos.
        </p>
      )}
    </>
  )
}
