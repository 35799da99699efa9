import { useNavigation } from 'react-router'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { Problem } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { ReportedNoun } from '#db/enums.ts'
import { MAX_REPORT_CHARACTERS } from '#domain/reports/report-limits.ts'
import { REPORTED_NOUNS } from '#domain/reports/report-words.ts'

/** An admin's decision about a report. */
export function DecideReportForm({
  noun,
  alsoOpen,
  answer,
}: {
  noun: ReportedNoun
  alsoOpen: number
  answer: Problem | undefined
}) {
  const form = useFirstInvalid(answer)
  const busy = useNavigation().formMethod === 'POST'
  const removed = `The ${REPORTED_NOUNS[noun]} was removed`
  return (
    <section aria-labelledby="decide" className="border-t border-ink pt-6">
      <h2 id="decide" className="text-[1.625rem]">
        Decision
      </h2>
      {alsoOpen > 0 && (
        <p className="mt-3 text-soft">
          It also decides the other {alsoOpen === 1 ? 'open report' : `${alsoOpen} open reports`}{' '}
          about the same {REPORTED_NOUNS[noun]}.
        </p>
      )}
      <Form
        method="post"
        failed="The decision could not be saved"
        noValidate
        ref={form}
        className="mt-5 grid gap-6"
      >
        {answer?.problem && <Notice kind="error">{answer.problem}</Notice>}
        <SelectField
          label="Outcome"
          name="outcome"
          required
          placeholder="Choose an outcome"
          options={[
            { value: 'no_action', label: 'It does not break our terms: no action' },
            { value: 'warned', label: 'It breaks our terms: a warning' },
            ...(noun === 'person' ? [] : [{ value: 'removed', label: removed }]),
            { value: 'blocked', label: 'The account was blocked' },
          ]}
          defaultValue={answer?.values.outcome}
          error={answer?.fields.outcome}
        />
        <TextArea
          label="Reasons"
          name="reasons"
          rows={4}
          required
          maxLength={MAX_REPORT_CHARACTERS}
          hint="Both sides get them by email. Say what you found and which rule applies, and do not name who reported it."
          defaultValue={answer?.values.reasons}
          error={answer?.fields.reasons}
        />
        <p>
          <Button busy={busy} busyText="Processing...">
            Decide
          </Button>
        </p>
      </Form>
    </section>
  )
}
