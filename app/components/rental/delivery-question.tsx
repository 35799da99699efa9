import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { RentalSection } from './rental-section.tsx'

/** Asks the renter whether it was delivered, if its days are over and nobody marked it so. */
export function WasItDelivered({ isDenied }: { isDenied: boolean }) {
  return (
    <RentalSection id="was-it-delivered" title="Was it delivered?">
      <Form
        method="post"
        failed="Your answer could not be sent"
        className="mt-5 flex flex-wrap gap-3"
      >
        <Button name="answer" value="delivered" busyText="Processing...">
          It was delivered
        </Button>
        {!isDenied && (
          <Button name="answer" value="missing" kind="secondary" busyText="Processing...">
            It never arrived
          </Button>
        )}
      </Form>
    </RentalSection>
  )
}

/** They have just confirmed that it was delivered. */
export function UndoDelivered({ until }: { until: string }) {
  return (
    <UndoForm answer="undo">You said it was delivered. You can change this until {until}.</UndoForm>
  )
}

/** They have just said that they sent it back. */
export function UndoSentBack({ until }: { until: string }) {
  return (
    <UndoForm answer="undo-send-back">
      You said you sent it back. You can change this until {until}.
    </UndoForm>
  )
}

function UndoForm({ answer, children }: { answer: string; children: ReactNode }) {
  return (
    <Form
      method="post"
      preventScrollReset
      failed="This could not be undone"
      className="flex flex-wrap items-center gap-x-4 text-sm text-soft"
    >
      {children}
      <Button name="answer" value={answer} kind="secondary" size="small" busyText="Processing...">
        Undo
      </Button>
    </Form>
  )
}
