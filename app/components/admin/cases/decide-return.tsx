import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { Problem } from '#app/forms/forms.ts'
import { MAX_RETURN_CHARACTERS } from '#domain/care/returns/return-limits.ts'
import { DecisionForm } from './decision-form.tsx'

/** An admin's decision on a return request. */
export function DecideReturn({
  credits,
  answer,
}: {
  credits: number
  answer: Problem | undefined
}) {
  return (
    <DecisionForm
      question="Can it be sent back?"
      outcomes={[
        { value: 'accepted', label: `Yes: the renter gets ${creditsInWords(credits)} back` },
        { value: 'refused', label: 'No: the rental continues' },
      ]}
      maxReasons={MAX_RETURN_CHARACTERS}
      answer={answer}
    />
  )
}
