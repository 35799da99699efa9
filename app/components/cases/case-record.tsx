import type { ReactNode } from 'react'
import { Statement } from '#app/components/rental/statement.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { CaseStatus } from '#domain/care/cases/case-kinds.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ClaimInWords, ReturnInWords } from './case-in-words.ts'
import {
  appealSentence,
  caseStatusWords,
  type ReturnReader,
  returnReasonWords,
  returnSentence,
} from './case-words.ts'

export function AppealRecord({ claim }: { claim: ClaimInWords }) {
  const { appeal, renterName, ownerName } = claim
  if (!appeal) return null
  return (
    <CaseRecord
      found={appeal}
      sentence={appealSentence(claim, appeal)}
      note={appeal.isOwnDecision && OWN_DECISION}
    >
      <Statement
        title={isolated(`${renterName} appealed`)}
        at={appeal.openedAt}
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
    </CaseRecord>
  )
}

const OWN_DECISION =
  'No other admin could decide: this one also rented or lent the item, kept the money or answered the appeal.'

export function ReturnRecord({ found, reader }: { found: ReturnInWords; reader: ReturnReader }) {
  const { request, renterName, ownerName } = found
  if (!request) return null
  const isAccepted = request.status === 'accepted' && request.reasons === null
  const answerer = reader === 'closet' ? 'You' : (request.answeredBy ?? ownerName)
  return (
    <CaseRecord
      found={request}
      sentence={returnSentence(found, request, reader)}
      isOverdue={request.isOverdue}
    >
      <Statement
        title={isolated(
          `${reader === 'renter' ? 'You' : renterName} ${found.isNoShow ? 'wrote' : 'requested a return'}`,
        )}
        at={request.openedAt}
        words={request.words}
        photos={request.photos}
        about={found.isNoShow ? undefined : `${returnReasonWords[request.reason]}.`}
      />
      {request.answeredAt && (
        <Statement
          title={isolated(
            `${answerer} ${isAccepted ? 'accepted' : found.isNoShow ? 'answered' : 'contested'}`,
          )}
          at={request.answeredAt}
          words={request.answer ?? ''}
        />
      )}
    </CaseRecord>
  )
}

type CaseRecordProps = {
  found: {
    readonly status: CaseStatus
    readonly reasons: string | null
    readonly decidedAt: string | null
    readonly decidedBy: string | null
  }
  sentence: string
  isOverdue?: boolean
  note?: string | false
  children: ReactNode
}

function CaseRecord({
  found,
  sentence,
  isOverdue = false,
  note = false,
  children,
}: CaseRecordProps) {
  const { label, kind } = caseStatusWords[found.status]
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Badge kind={kind}>{label}</Badge>
        {isOverdue && (
          <Badge kind="danger" className="ml-2">
            Overdue
          </Badge>
        )}
        <p className="mt-3 wrap-anywhere">{sentence}</p>
      </div>
      {children}
      {found.reasons !== null && found.decidedAt && (
        <Statement
          title={isolated(`${found.decidedBy ?? 'Hemline'} decided`)}
          at={found.decidedAt}
          words={found.reasons}
          note={note}
        />
      )}
    </div>
  )
}
