import { useEffect, useState } from 'react'
import { href, useLocation, useNavigate, useNavigation } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { AboutBlock } from '#domain/site/about/about.ts'
import { type AboutAnswer, notSaved } from './about-answer.ts'
import { pencilId } from './block-tools.tsx'
import { EditedFounders } from './edited-founders.tsx'

type EditBlockProps = {
  block: AboutBlock
  refused: Extract<AboutAnswer, { ok: false }> | null
}

/** The dialog of one block; that of the founders also has its people. */
export function EditBlock({ block, refused }: EditBlockProps) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const saving = useNavigation().formMethod === 'POST'
  const form = useFirstInvalid(refused)
  // The edit started from this version, even if the page loads a newer one later.
  const [seen] = useState(refused?.values.seen ?? block.version)
  const isFounders = block.section === 'founders'

  useEffect(() => () => document.getElementById(pencilId(block.section))?.focus(), [block.section])

  return (
    <Dialog
      title={`Edit ${block.title}`}
      open={key}
      width="40rem"
      onClose={() => void navigate(href('/about'), { preventScrollReset: true })}
    >
      <Form
        ref={form}
        method="post"
        action={`${href('/about')}?edit=${block.section}`}
        preventScrollReset
        failed={notSaved(isFounders ? 'founders' : 'edit')}
        className="mt-6 grid gap-5"
      >
        <input type="hidden" name="block" value={block.id} />
        <SeenVersion version={seen} />
        <input type="hidden" name="intent" value={isFounders ? 'founders' : 'edit'} />
        <Field
          label="Title"
          name="title"
          maxLength={300}
          defaultValue={refused?.values.title ?? block.title}
          error={refused?.fields.title}
        />
        <TextArea
          label={isFounders ? 'Description' : 'Content'}
          name="content"
          hint="Leave a blank line between paragraphs."
          rows={isFounders ? 3 : 7}
          maxLength={20_000}
          defaultValue={refused?.values.content ?? block.text}
          error={refused?.fields.content}
        />
        {isFounders && (
          <EditedFounders founders={block.founders} values={refused?.values ?? null} />
        )}
        {refused?.problem && <Notice kind="error">{refused.problem}</Notice>}
        <Button className="justify-self-end" busy={saving} busyText="Saving...">
          Save
        </Button>
        {/* Comes after Save, because Enter in a field presses the form's first button. */}
        {refused?.theirs && (
          <EditConflictNotice
            editConflict={{ version: refused.theirs, changes: [] }}
            showTheirs={`${href('/about')}?edit=${block.section}`}
            viewHref={href('/about')}
          />
        )}
      </Form>
    </Dialog>
  )
}
