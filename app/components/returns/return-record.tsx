import { Statement } from '#app/components/rental/statement.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { returnReasonWords, returnSentence, returnStatusWords } from './return-words.ts'
import type { ReturnInWords } from './shown-return.ts'

/** What was written and photographed about a return, and how the request stands. */
export function ReturnRecord({
  found,
  isRenter = false,
}: {
  found: ReturnInWords
  /** Whether its renter reads it. */
  isRenter?: boolean
}) {
  const { request, renterName, ownerName } = found
  if (!request) return null
  const { label, kind } = returnStatusWords[request.status]
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Badge kind={kind}>{label}</Badge>
        {request.isOverdue && (
          <Badge kind="danger" className="ml-2">
            Overdue
          </Badge>
        )}
        <p className="mt-3 wrap-anywhere">{returnSentence({ ...found, isRenter }, request)}</p>
      </div>
      <Statement
        title={`${isRenter ? 'You' : renterName} requested a return`}
        at={request.requestedAt}
        words={request.words}
        photos={request.photos}
        about={`${returnReasonWords[request.reason]}.`}
      />
      {request.answeredAt && (
        <Statement
          title={`${request.answeredBy ?? ownerName} ${request.status === 'accepted' && request.reasons === null ? 'accepted' : 'contested'}`}
          at={request.answeredAt}
          words={request.answer ?? ''}
        />
      )}
      {request.reasons !== null && request.decidedAt && (
        <Statement
          title={`${request.decidedBy ?? 'Hemline'} decided`}
          at={request.decidedAt}
          words={request.reasons}
        />
      )}
    </div>
  )
}
