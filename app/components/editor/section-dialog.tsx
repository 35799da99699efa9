import { type FormEvent, useState } from 'react'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { type DraftSection, LONGEST_LINE } from '#domain/home-page/home-draft.ts'
import type { CarouselChoices } from '#domain/home-page/home-page.ts'
import { SectionFields } from './section-fields.tsx'
import { readSectionForm } from './section-form.ts'
import { sectionNames } from './section-names.ts'

type SectionDialogProps = {
  section: DraftSection
  choices: CarouselChoices
  onApply: (section: DraftSection) => void
  onClose: () => void
}

/** Everything that one section says and shows. What is applied here is saved with the page. */
export function SectionDialog({ section, choices, onApply, onClose }: SectionDialogProps) {
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const form = useFirstInvalid(fields)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readSectionForm(section, new FormData(event.currentTarget))
    if (read.ok) onApply(read.section)
    else setFields(read.fields)
  }

  return (
    <Dialog title={`Edit ${sectionNames[section.type]}`} open onClose={onClose} width="36rem">
      <form ref={form} onSubmit={apply} className="mt-6 grid gap-5">
        <Field
          label="Title"
          name="title"
          optional
          maxLength={LONGEST_LINE}
          defaultValue={section.title}
          hint={section.type === 'hero' && 'Left empty, the one of Site Layout is shown.'}
        />
        <Field
          label="Subtitle"
          name="subtitle"
          optional
          maxLength={LONGEST_LINE}
          defaultValue={section.subtitle}
          hint={section.type === 'hero' && 'Left empty, the one of Site Layout is shown.'}
        />
        <SectionFields section={section} choices={choices} errors={fields} />
        <div className="mt-2 flex justify-end gap-3">
          <Button type="button" kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button>Apply</Button>
        </div>
      </form>
    </Dialog>
  )
}
