import type { Problem } from '#app/forms/forms.ts'
import type { ReportedNoun } from '#db/enums.ts'
import { MAX_REPORT_CHARACTERS } from '#domain/care/reports/report-limits.ts'
import { REPORTED_NOUNS } from '#domain/care/reports/report-words.ts'
import { DecisionForm } from './decision-form.tsx'

/** An admin's decision about a report. */
export function DecideReport({
  noun,
  alsoOpen,
  answer,
}: {
  noun: ReportedNoun
  alsoOpen: number
  answer: Problem | undefined
}) {
  const remove = `It breaks our terms: remove the ${REPORTED_NOUNS[noun]}`
  return (
    <DecisionForm
      question="Outcome"
      placeholder="Choose an outcome"
      outcomes={[
        { value: 'no_action', label: 'It does not break our terms: no action' },
        { value: 'warned', label: 'It breaks our terms: a warning' },
        ...(noun === 'person' ? [] : [{ value: 'removed', label: remove }]),
        { value: 'blocked', label: 'It breaks our terms: block the account' },
      ]}
      maxReasons={MAX_REPORT_CHARACTERS}
      reasonsHint="The outcome takes effect with the decision, and both sides get the reasons by email. Say what you found and which rule applies, and do not name who reported it."
      answer={answer}
      introduction={
        alsoOpen > 0 && (
          <p className="mt-3 text-soft">
            This also closes the other {alsoOpen === 1 ? 'open report' : `${alsoOpen} open reports`}{' '}
            about this {REPORTED_NOUNS[noun]}.
          </p>
        )
      }
    />
  )
}
