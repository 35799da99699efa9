import { HandoverPhotos } from '#app/components/rental/handover-list.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { appealSentence, appealStatusWords } from './appeal-words.ts'
import type { ClaimInWords } from './shown-claim.ts'

/** What both sides wrote and photographed for an appeal, and how it stands. */
export function AppealRecord({ claim }: { claim: ClaimInWords }) {
  const { appeal, renterName, ownerName } = claim
  if (!appeal) return null
  const { label, kind } = appealStatusWords[appeal.status]
  return (
    <div className="mt-4 grid gap-6">
      <div>
        <Badge kind={kind}>{label}</Badge>
        <p className="mt-3">{appealSentence(claim, appeal)}</p>
      </div>
      <Words
        title={`${renterName} appealed`}
        at={appeal.filedAt}
        words={appeal.words}
        photos={appeal.photos}
      />
      {appeal.answer !== null && appeal.answeredAt && (
        <Words
          title={`${appeal.answeredBy ?? ownerName} answered`}
          at={appeal.answeredAt}
          words={appeal.answer}
          photos={appeal.answerPhotos}
        />
      )}
      {appeal.reasons !== null && appeal.decidedAt && (
        <Words
          title={`${appeal.decidedBy ?? 'Hemline'} decided`}
          at={appeal.decidedAt}
          words={appeal.reasons}
          photos={[]}
        >
          {appeal.isOwnDecision &&
            'No other admin could decide: this one also kept the money or answered the appeal.'}
        </Words>
      )}
    </div>
  )
}

type WordsProps = {
  title: string
  at: string
  words: string
  photos: readonly string[]
  children?: string | false
}

function Words({ title, at, words, photos, children }: WordsProps) {
  return (
    <div>
      <p>{title}</p>
      <p className="text-sm text-soft tabular-nums">{at}</p>
      <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">“{words}”</p>
      <HandoverPhotos urls={photos} of={title} />
      {children && <p className="mt-2 text-sm text-soft">{children}</p>}
    </div>
  )
}
