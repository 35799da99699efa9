import { HandoverPhotos } from '#app/components/rental/handover-list.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { returnReasonWords, returnSentence, returnStatusWords } from './return-words.ts'
import type { ReturnInWords } from './shown-return.ts'

/** What was written and photographed about a return, and how the request stands. */
export function ReturnRecord({ found }: { found: ReturnInWords }) {
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
        <p className="mt-3 wrap-anywhere">{returnSentence(found, request)}</p>
      </div>
      <Words
        title={`${renterName} asked to send it back`}
        at={request.requestedAt}
        words={request.words}
        photos={request.photos}
      >
        {`${returnReasonWords[request.reason]}.`}
      </Words>
      {request.answeredAt && (
        <Words
          title={`${request.answeredBy ?? ownerName} ${request.status === 'accepted' && request.reasons === null ? 'accepted' : 'contested'}`}
          at={request.answeredAt}
          words={request.answer ?? ''}
          photos={[]}
        />
      )}
      {request.reasons !== null && request.decidedAt && (
        <Words
          title={`${request.decidedBy ?? 'Hemline'} decided`}
          at={request.decidedAt}
          words={request.reasons}
          photos={[]}
        />
      )}
    </div>
  )
}

type WordsProps = {
  title: string
  at: string
  words: string
  photos: readonly string[]
  children?: string
}

function Words({ title, at, words, photos, children }: WordsProps) {
  return (
    <div>
      <p className="wrap-anywhere">{title}</p>
      <p className="text-sm text-soft tabular-nums">{at}</p>
      {children && <p className="mt-2">{children}</p>}
      {words && <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">“{words}”</p>}
      <HandoverPhotos urls={photos} of={title} />
    </div>
  )
}
