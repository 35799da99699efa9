import { href } from 'react-router'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { ANSWER_HOURS, DECISION_DAYS } from '#domain/care/cases/case-limits.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ClaimInWords } from './case-in-words.ts'
import { AppealRecord } from './case-record.tsx'
import { StatementForm } from './statement-form.tsx'

export function MyAppeal({ claim, answer }: { claim: ClaimInWords; answer: Problem | undefined }) {
  const { rentalId, ownerName, withheldCents, notes, appeal, appealUntil, appealEndsOn } = claim
  return (
    <section id="appeal" aria-labelledby="appeal-title" className="border-t border-ink pt-6">
      <h2 id="appeal-title" className="text-[1.625rem]">
        {dollars(withheldCents)} of your deposit was kept
      </h2>
      {notes && (
        <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">
          <bdi>{ownerName}</bdi> wrote: “{notes}”
        </p>
      )}
      {appealUntil && (
        <>
          <p className="mt-3">
            If you do not agree, say what happened. {nextTurns(claim)} You can appeal once.
          </p>
          <p className="mt-3 font-medium">Appeal until {appealUntil}</p>
          <StatementForm
            label="What happened?"
            readers={isolated(`${ownerName} and Hemline can see this.`)}
            failed="Your appeal could not be sent"
            answer={answer}
          >
            <Button name="answer" value="appeal" busyText="Processing...">
              Send appeal
            </Button>
          </StatementForm>
        </>
      )}
      {!appeal && !appealUntil && (
        <p className="mt-3 text-soft">The time to appeal ended on {appealEndsOn}.</p>
      )}
      {appeal && <AppealRecord claim={claim} />}
      {appeal?.mayWithdraw && (
        <p className="mt-5 text-sm">
          <Link
            to={`${href('/my-rentals/:id', { id: rentalId })}?withdraw`}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link md:min-h-7"
          >
            Withdraw the appeal
          </Link>
        </p>
      )}
    </section>
  )
}

function nextTurns({ ownerName, adminsAnswer }: ClaimInWords): string {
  const [hours, days] = [counted(ANSWER_HOURS, 'hour'), inWords(DECISION_DAYS, 'day')]
  return adminsAnswer
    ? isolated(
        `Hemline has ${hours} to answer for ${ownerName}, and will then decide within ${days}.`,
      )
    : isolated(`${ownerName} has ${hours} to answer. Then Hemline will decide within ${days}.`)
}
