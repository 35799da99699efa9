import type { ReactNode } from 'react'
import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Facts } from '#app/components/admin/facts.tsx'
import type { RequestsOfRental } from '#app/components/admin/support/rental-requests.tsx'
import { FOR_ANOTHER_ADMIN } from '#app/components/cases/case-sentences.ts'
import { depositSentence } from '#app/components/rental/deposit-words.ts'
import { HandoverList, type ShownHandover } from '#app/components/rental/handover-list.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { HandoverStep } from '#db/enums.ts'
import type { CaseFacts } from '#domain/admin/lists/case-facts.ts'
import type { CaseKind } from '#domain/care/cases/case-kinds.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { CaseBackground } from './case-background.tsx'
import { CaseQuestions } from './case-questions.tsx'

type CasePageProps = {
  kind: CaseKind
  found: {
    readonly rentalId: string
    readonly title: string
    readonly renterName: string
    readonly ownerName: string
    readonly isNoShow?: boolean
  }
  facts: CaseFacts
  handovers: readonly SidedHandover[]
  heading: string
  /** Why the closet kept the money. */
  notes?: string | null
  record: ReactNode
  /** Whether admins may read their conversation. */
  hasMessages: boolean
  requests: RequestsOfRental
  formKey: string
  /** Whether this admin decides it, and may ask both sides first. */
  mayDecide: boolean
  answer: Problem | undefined
  isForAnotherAdmin: boolean
  children: ReactNode
}

export function CasePage({
  kind,
  found,
  facts,
  handovers,
  heading,
  notes,
  record,
  hasMessages,
  requests,
  formKey,
  mayDecide,
  answer,
  isForAnotherAdmin,
  children,
}: CasePageProps) {
  const { rentalId, title, renterName, ownerName, isNoShow = false } = found
  const id = `${kind === 'appeal' ? 'appeal' : 'request'}-title`
  return (
    <AdminFrame title={caseTitle(kind, title, isNoShow)}>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby={id}>
          <h2 id={id} className="text-[1.625rem]">
            {heading}
          </h2>
          <div className="mt-4">
            <Facts
              facts={[
                ['Renter', person(facts.renterId, renterName)],
                ['Closet', person(facts.ownerId, ownerName)],
                [
                  'Item',
                  <TextLink key="item" to={href('/admin/items/:id', { id: facts.itemId })}>
                    {title}
                  </TextLink>,
                ],
                [
                  'Replacement value',
                  facts.replacementValueCents && shortDollars(facts.replacementValueCents),
                ],
                ['Deposit', facts.deposit && depositSentence('the renter’s', facts.deposit)],
                ['Reason given', notes],
                [
                  'Rental',
                  <TextLink key="rental" to={href('/admin/rentals/:id', { id: rentalId })}>
                    Open the rental
                  </TextLink>,
                ],
                [
                  'Messages',
                  hasMessages ? (
                    <TextLink
                      key="messages"
                      to={href('/admin/conversations/:id', { id: rentalId })}
                    >
                      Read their messages
                    </TextLink>
                  ) : null,
                ],
              ]}
            />
          </div>
          {record}
          <CaseBackground {...{ title, renterName, ownerName, facts }} />
        </section>
        <div className="grid gap-12">
          {isNoShow ? (
            <NoShowNotes handovers={handovers} />
          ) : (
            <ConditionPhotos renterName={renterName} ownerName={ownerName} handovers={handovers} />
          )}
          {children}
          {isForAnotherAdmin && <Notice>{FOR_ANOTHER_ADMIN[kind]}</Notice>}
          <CaseQuestions
            requests={requests}
            form={
              mayDecide
                ? { formKey, answer, names: { renter: renterName, owner: ownerName } }
                : null
            }
          />
        </div>
      </div>
    </AdminFrame>
  )
}

const person = (id: string, name: string) => (
  <TextLink to={href('/admin/users/:id', { id })}>{name}</TextLink>
)

/** The page has two forms: which of them an answer belongs to. */
export const answersOf = (answer: Problem | undefined) =>
  answer?.values.intent === 'ask'
    ? { toQuestion: answer, toDecision: undefined }
    : { toQuestion: undefined, toDecision: answer }

export function caseTitle(kind: CaseKind, title: string, isNoShow = false): string {
  const what = kind === 'appeal' ? 'Appeal' : isNoShow ? 'Contested no-show' : 'Return request'
  return `${what} about ${title}`
}

type SidedHandover = ShownHandover & {
  readonly step: HandoverStep
  readonly side: 'renter' | 'closet'
}

/** Nothing was handed over, so there are no condition reports. */
function NoShowNotes({ handovers }: { handovers: readonly SidedHandover[] }) {
  const noted = handovers.filter(({ step }) => step === 'failed_delivery')
  return (
    <section aria-labelledby="noted">
      <h2 id="noted" className="mb-4 text-[1.625rem]">
        What the closet noted
      </h2>
      {noted.length > 0 ? <HandoverList handovers={noted} /> : <p className="text-soft">No note</p>}
    </section>
  )
}

const MOMENTS = [
  { title: 'At delivery', steps: ['delivery'] },
  { title: 'At return', steps: ['sent_back', 'return', 'review'] },
] as const satisfies readonly { title: string; steps: readonly HandoverStep[] }[]

function ConditionPhotos({
  renterName,
  ownerName,
  handovers,
}: {
  renterName: string
  ownerName: string
  handovers: readonly SidedHandover[]
}) {
  const sides = [
    { side: 'renter', name: renterName },
    { side: 'closet', name: ownerName },
  ] as const
  return (
    <section aria-labelledby="condition">
      <h2 id="condition" className="text-[1.625rem]">
        Condition reports
      </h2>
      {MOMENTS.map(({ title, steps }) => (
        <div key={title} className="mt-6">
          <h3 className="font-body text-base font-medium">{title}</h3>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-4 sm:grid-cols-2">
            {sides.map(({ side, name }) => {
              const own = handovers.filter(
                (one) => one.side === side && steps.some((step) => step === one.step),
              )
              return (
                <div key={side} className="min-w-0">
                  <p className="mb-3 text-sm text-soft">{name}</p>
                  {own.length > 0 ? (
                    <HandoverList handovers={own} />
                  ) : (
                    <p className="text-soft">No report</p>
                  )}
                </div>
              )
            })}
          </div>
        </div>
      ))}
    </section>
  )
}
