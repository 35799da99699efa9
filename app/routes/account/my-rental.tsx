import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { ItemPicture } from '#app/components/item-picture.tsx'
import { ItemTitle } from '#app/components/item-title.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { HandoverList } from '#app/components/rental/handover-list.tsx'
import { RentalFacts } from '#app/components/rental/rental-facts.tsx'
import { lacksDetails, statusWords } from '#app/components/rental/rental-words.ts'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { appContext, shopperIn, todayIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, type Problem, problem } from '#app/http/forms.ts'
import { showInstant } from '#app/http/show-instant.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { changeDeliveryDetails } from '#domain/rentals/delivery-details.ts'
import { handoversOf } from '#domain/rentals/handovers.ts'
import { findMyRental, type MyRental } from '#domain/rentals/rental-queries.ts'
import { awaitsDelivery } from '#domain/rentals/rental-status.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/my-rental.ts'
import { deliveryForm } from './delivery-form.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.rental ? `Your rental of ${loaderData.rental.title}` : 'My Rentals')

export async function loader({ params, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { rental: null }
  const { db, timeZone } = context.get(appContext)
  const today = todayIn(context)
  const id = parseId(params.id)
  const rental = id && (await findMyRental(db, shopper, id, today))
  if (!rental) throw data(null, { status: 404 })
  const handovers = await handoversOf(db, [rental.id])
  return {
    rental,
    today,
    handovers: handovers.map(({ step, note, imageIds, writtenBy, writtenAt }) => ({
      what: step === 'delivery' ? 'At delivery' : 'At return',
      by: writtenBy,
      at: showInstant(writtenAt, timeZone),
      note,
      photos: imageIds.map((imageId) => `/images/${imageId}`),
    })),
  }
}

/** Saves the delivery details, as long as the rental is not delivered. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  const rentalId = parseId(params.id)
  if (!shopper) throw data(null, { status: 403 })
  if (!rentalId) throw data(null, { status: 404 })
  const form = await request.formData()
  const read = checkForm(deliveryForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const outcome = await changeDeliveryDetails(context.get(appContext).db, shopper, {
    rentalId,
    renterPhone: read.value.renter_phone,
    deliveryAddress: read.value.delivery_address,
    deliveryNotes: read.value.delivery_notes,
  })
  if (!outcome.ok) {
    if (outcome.problem.reason === 'rental-not-found') throw data(null, { status: 404 })
    return answerProblem(problem('It is too late to change this.', { form }))
  }
  const toast = { type: 'success', text: 'The closet sees your details now.' } as const
  return redirect(`/my-rentals/${rentalId}`, { headers: { 'Set-Cookie': flash(toast) } })
}

export default function MyRentalPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.rental) return <AdminNotice title="My Rentals" />
  const { rental, today, handovers } = loaderData
  const { label, kind, sentence } = statusWords(rental, today)
  const isOpen = awaitsDelivery(rental.status)
  return (
    <div className="page-column py-10 sm:py-16">
      <p>
        <Link to="/my-rentals" className="text-sm text-link">
          My Rentals
        </Link>
      </p>
      <h1 className="mt-4">
        <Link to={`/item/${rental.itemId}`} className="hover:text-primary-700">
          <ItemTitle title={rental.title} />
        </Link>
      </h1>
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[5fr_6fr] lg:items-start">
        <div className="grid grid-cols-[min(8rem,38%)_minmax(0,1fr)] gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <ItemPicture
            imageUrl={rental.imageUrl}
            title={rental.title}
            sizes="(min-width: 40rem) 11rem, 8rem"
            priority
            className="rounded-picture"
          />
          <div>
            <Badge kind={kind}>{label}</Badge>
            <p className="mt-3 text-[0.9375rem]">{sentence}</p>
            {rental.mayCancel && (
              <p className="mt-3">
                <Link to={`/my-rentals?cancel=${rental.id}`} className="text-sm text-link">
                  Cancel rental
                </Link>
              </p>
            )}
          </div>
          <RentalFacts rental={rental} isOpen={isOpen} />
        </div>
        <div className="grid gap-12">
          {isOpen ? (
            <Details rental={rental} answer={actionData} />
          ) : (
            actionData && <Notice kind="error">{actionData.problem}</Notice>
          )}
          {handovers.length > 0 && (
            <section aria-labelledby="handovers">
              <h2 id="handovers" className="mb-5 text-[1.625rem]">
                Handed over
              </h2>
              <HandoverList handovers={handovers} />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

function Details({ rental, answer }: { rental: MyRental; answer: Problem | undefined }) {
  const busy = useNavigation().formData?.has('delivery_address') ?? false
  const form = useFirstInvalid(answer)
  const shown = (name: string, saved: string | null) => ({
    name,
    defaultValue: answer?.values[name] ?? saved ?? '',
    error: answer?.fields[name],
  })
  return (
    <section aria-labelledby="delivery" className="border-t border-ink pt-6">
      <h2 id="delivery" className="scroll-mt-[calc(var(--header-height)+2rem)] text-[1.625rem]">
        Delivery details
      </h2>
      <p className="mt-2 mb-6 text-soft">
        {lacksDetails(rental)
          ? `Something is missing: ${rental.owner.fullName} needs to know where to bring it and how to reach you.`
          : `${rental.owner.fullName} sees them. You can change them until it is delivered.`}
      </p>
      <Form method="post" ref={form} noValidate className="grid gap-6">
        {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          optional
          {...shown('renter_phone', rental.renterPhone)}
        />
        <TextArea
          label="Delivery address"
          autoComplete="street-address"
          rows={3}
          optional
          {...shown('delivery_address', rental.deliveryAddress)}
        />
        <TextArea
          label="Delivery notes"
          rows={2}
          optional
          hint="A doorbell, a good time of day."
          {...shown('delivery_notes', rental.deliveryNotes)}
        />
        <p>
          <Button busy={busy} busyText="Saving...">
            Save details
          </Button>
        </p>
      </Form>
    </section>
  )
}
