import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Why a rental is at risk, with its decision time as text. */
export type ShownRisk = { readonly decidedAt: string }

/** Does not say whose rental it is. */
const PREVIOUS_IS_LATE = 'The previous rental of this item is late.'

/** The item is late: the next renter waits, chooses another item or cancels. */
export function RentalAtRisk({ rentalId, risk }: { rentalId: string; risk: ShownRisk }) {
  const own = href('/my-rentals/:id', { id: rentalId })
  return (
    <section aria-labelledby="at-risk" className="mt-8 border-y border-ink py-6">
      <h2 id="at-risk" className="text-[1.625rem]">
        It may not be back in time
      </h2>
      <Notice kind="error" className="mt-4">
        {PREVIOUS_IS_LATE}
      </Notice>
      <p className="mt-4 text-soft">
        If it is not back by {risk.decidedAt}, we will cancel your rental and return all your
        credits.
      </p>
      <Form
        method="post"
        failed="Your answer could not be sent"
        className="mt-5 flex flex-wrap gap-3"
      >
        <Button name="answer" value="wait" kind="secondary" busyText="Processing...">
          Wait
        </Button>
        <LinkButton to={href('/my-rentals/:id/swap', { id: rentalId })} kind="secondary">
          Choose another item
        </LinkButton>
        <LinkButton to={`${own}?cancel`} kind="secondary" preventScrollReset>
          Cancel free of charge
        </LinkButton>
      </Form>
    </section>
  )
}

/** The same in a list, with a link to the choices. */
export function AtRiskLine({ rentalId }: { rentalId: string }) {
  return (
    <p className="mt-1 text-[0.9375rem] text-danger">
      {PREVIOUS_IS_LATE}{' '}
      <TextLink to={`${href('/my-rentals/:id', { id: rentalId })}#at-risk`}>
        Decide what to do
      </TextLink>
    </p>
  )
}
