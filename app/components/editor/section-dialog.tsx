import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { setUnsaved, unsavedForms } from '#app/ui/unsaved.ts'
import { useUnsavedWork } from '#app/ui/unsaved-form.ts'
import type { CarouselChoices } from '#domain/site/home/home.ts'
import type { DraftSection } from '#domain/site/home/home-draft.ts'
import { MAX_LINE_LENGTH } from '#domain/site/home/section-limits.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'
import { SectionFields } from './section-fields.tsx'
import { readSectionForm } from './section-form.ts'

type SectionDialogProps = {
  section: DraftSection
  choices: CarouselChoices
  onApply: (section: DraftSection) => void
  onClose: () => void
}

export function SectionDialog({ section, choices, onApply, onClose }: SectionDialogProps) {
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const form = useFirstInvalid(fields)
  useUnsavedWork(form, true)
  // A hero has enough fields for two columns.
  const isHero = section.type === 'hero'

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readSectionForm(section, new FormData(event.currentTarget))
    if (read.ok) return onApply(read.section)
    setFields(read.fields)
    // The input was submitted, but not applied.
    setUnsaved([...unsavedForms().forms, event.currentTarget])
  }

  return (
    <Dialog
      title={`Edit ${sectionRecords[section.type].name}`}
      open
      onClose={onClose}
      width={isHero ? '50rem' : '36rem'}
    >
      <form
        ref={form}
        // The editor itself asks before the page is left with this input or other changes.
        data-page-asks
        onSubmit={apply}
        noValidate
        className={classNames('mt-6 grid items-start gap-5', isHero && 'sm:grid-cols-2')}
      >
        <Field
          label="Title"
          name="title"
          optional
          maxLength={MAX_LINE_LENGTH}
          defaultValue={section.title}
          hint={section.type === 'hero' && 'If empty, the text from Site Layout is used.'}
        />
        <Field
          label="Subtitle"
          name="subtitle"
          optional
          maxLength={MAX_LINE_LENGTH}
          defaultValue={section.subtitle}
          hint={section.type === 'hero' && 'If empty, the text from Site Layout is used.'}
        />
        <SectionFields section={section} choices={choices} errors={fields} />
        <div className={classNames('dialog-actions', isHero && 'sm:col-span-2')}>
          <Button type="button" kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button>Apply</Button>
        </div>
      </form>
    </Dialog>
  )
}
