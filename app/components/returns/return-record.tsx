import { Statement } from '#app/components/rental/statement.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { isolated } from '#domain/shared/isolate.ts'
import {
  type ReturnReader,
  returnReasonWords,
  returnSentence,
  returnStatusWords,
} from './return-words.ts'
import type { ReturnInWords } from './shown-return.ts'

/** The statements and photos about a return, and the status of the request. */
export function ReturnRecord({ found, reader }: { found: ReturnInWords; reader: ReturnReader }) {
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
        <p className="mt-3 wrap-anywhere">{returnSentence(found, request, reader)}</p>
      </div>
      <Statement
        title={isolated(`${reader === 'renter' ? 'You' : renterName} requested a return`)}
        at={request.requestedAt}
        words={request.words}
        photos={request.photos}
        about={`${returnReasonWords[request.reason]}.`}
      />
      {request.answeredAt && (
        <Statement
          title={isolated(
            `${reader === 'closet' ? 'You' : (request.answeredBy ?? ownerName)} ${request.status === 'accepted' && request.reasons === null ? 'accepted' : 'contested'}`,
          )}
          at={request.answeredAt}
          words={request.answer ?? ''}
        />
      )}
      {request.reasons !== null && request.decidedAt && (
        <Statement
          title={isolated(`${request.decidedBy ?? 'Hemline'} decided`)}
          at={request.decidedAt}
          words={request.reasons}
        />
      )}
    </div>
  )
}
