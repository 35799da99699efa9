import { Statement } from '#app/components/rental/statement.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { isolated } from '#domain/shared/isolate.ts'
import { appealSentence, appealStatusWords } from './appeal-words.ts'
import type { ClaimInWords } from './shown-claim.ts'

/** The statements and photos of both sides of an appeal, and its status. */
export function AppealRecord({ claim }: { claim: ClaimInWords }) {
  const { appeal, renterName, ownerName } = claim
  if (!appeal) return null
  const { label, kind } = appealStatusWords[appeal.status]
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Badge kind={kind}>{label}</Badge>
        <p className="mt-3 wrap-anywhere">{appealSentence(claim, appeal)}</p>
      </div>
      <Statement
        title={isolated(`${renterName} appealed`)}
        at={appeal.filedAt}
        words={appeal.words}
        photos={appeal.photos}
      />
      {appeal.answer !== null && appeal.answeredAt && (
        <Statement
          title={isolated(`${appeal.answeredBy ?? ownerName} answered`)}
          at={appeal.answeredAt}
          words={appeal.answer}
          photos={appeal.answerPhotos}
        />
      )}
      {appeal.reasons !== null && appeal.decidedAt && (
        <Statement
          title={isolated(`${appeal.decidedBy ?? 'Hemline'} decided`)}
          at={appeal.decidedAt}
          words={appeal.reasons}
          note={
            appeal.isOwnDecision &&
            'No other admin could decide: this one also rented or lent the item, kept the money or answered the appeal.'
          }
        />
      )}
    </div>
  )
}
