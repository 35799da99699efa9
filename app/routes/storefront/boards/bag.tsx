import { data, href, type ShouldRevalidateFunctionArgs } from 'react-router'
import { BagForm, type BagRow } from '#app/components/boards/bag-form.tsx'
import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ownDeposit } from '#app/components/payment/own-deposit.ts'
import { readPayment } from '#app/components/payment/payment-choice.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { shownOffer } from '#app/routes/storefront/handover-offer.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BoardId } from '#db/ids.ts'
import { type BoardBag, readBoardBag } from '#domain/booking/boards/boards.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { placeOfRenter } from '#domain/catalogue/reach/reach.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { rangeInWords, totalDaysOf } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/bag.ts'
import { answerBag, type BagAnswer } from './bag-answers.ts'

const TITLE = 'Request items'

export const meta: Route.MetaFunction = () => pageMeta(TITLE)

/** Also after a refusal: what can be requested, and how, may have changed. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.pieces !== undefined || defaultShouldRevalidate
}

async function readBag(context: Context, idText: string) {
  const shopper = shopperIn(context)
  const id = orNotFound(parseId<BoardId>(idText))
  if (!shopper) return null
  const { db } = context.get(appContext)
  return { shopper, bag: orNotFound(await readBoardBag(db, shopper, id, todayIn(context))) }
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const read = await readBag(context, params.id)
  if (!read) return null
  const { bag } = read
  const { board, delivery } = bag
  const known = placeOfRenter({ typed: delivery.address, zip: delivery.zip, stored: null })
  const asksZip = !known && viewerIn(context).person?.accountType === 'regular'
  // The ZIP code of the board is filled in, and saved with the request.
  const place = known ?? placeOfRenter({ typed: null, zip: board.zip, stored: null })
  return {
    ...{ id: board.id, name: board.name, start: board.start, end: board.end },
    pieces: bag.pieces.map((piece): BagRow => {
      const { item, isFree, creditsPerDay } = piece
      const { id, title, imageUrl, size, location } = item
      const days = totalDaysOf(board.start, board.end)
      return {
        ...{ id, title, imageUrl, size, isFree, creditsPerDay, handover: null },
        credits: quote(creditsPerDay, days).totalCredits,
        offer: shownOffer(
          { ...piece, location: location ?? '', isPlaced: location !== null },
          place,
        ),
      }
    }),
    chosen: usualChoice(bag, new URL(request.url).searchParams.get('item')),
    deposit: ownDeposit(bag.deposit),
    delivery: {
      zip: asksZip ? (board.zip ?? '') : null,
      phone: delivery.phone ?? '',
      address: delivery.address ?? '',
      notes: delivery.notes ?? '',
    },
    requestKey: newId(),
  }
}

/** What they came for, or what they said is for them; if that is nothing, what nobody else wears. */
function usualChoice({ pieces }: BoardBag, wanted: string | null): readonly string[] {
  const free = pieces.filter(({ isFree }) => isFree)
  const came = free.filter(({ item }) => item.id === wanted)
  const own = free.filter(({ wornBy }) => wornBy !== null)
  const [chosen = free] = [came, own].filter((some) => some.length > 0)
  return chosen.map(({ item }) => item.id)
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request)
  const read = await readBag(context, params.id)
  if (!read) throw data(null, { status: 403 })
  const { shopper, bag } = read
  return await answerBag({ request, context, shopper, bag }, form, readPayment(form.get('intent')))
}

/** The pieces of a board that are requested at once, for one price. */
export default function Bag({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title={TITLE} />
  const { id, name, start, end } = loaderData
  const shown = withAnswer(loaderData, actionData)
  return (
    <div className="page-column py-10 sm:py-16">
      <p>
        <Link
          to={href('/boards/:id', { id })}
          className="inline-flex min-h-11 items-center text-link wrap-anywhere"
        >
          {name}
        </Link>
      </p>
      <h1 className="mt-2">{TITLE}</h1>
      <Facts className="mt-3 text-lg text-soft">{rangeInWords(start, end)}</Facts>
      {loaderData.pieces.length > 0 ? (
        <BagForm key={actionData ? loaderData.requestKey : 'first'} {...shown} />
      ) : (
        <EmptyState
          title="Nothing to request"
          action={<LinkButton to={href('/boards/:id', { id })}>Back to the board</LinkButton>}
        >
          You have what is on the board, or others wear it.
        </EmptyState>
      )}
    </div>
  )
}

type Shown = NonNullable<Route.ComponentProps['loaderData']>

/** What was typed and chosen stays after an answer. */
function withAnswer(loaded: Shown, answer: BagAnswer | undefined) {
  const { pieces, chosen, delivery, requestKey, start, end, deposit } = loaded
  const values = answer?.values ?? {}
  return {
    ...{ start, end, deposit, requestKey },
    pieces: pieces.map((piece) => ({
      ...piece,
      handover: readHandover(values[`handover-${piece.id}`]),
    })),
    chosen: answer?.pieces ?? chosen,
    together: values.together !== 'no',
    delivery: {
      zip: delivery.zip === null ? null : (values.zip ?? delivery.zip),
      phone: values.renter_phone ?? delivery.phone,
      address: values.delivery_address ?? delivery.address,
      notes: values.delivery_notes ?? delivery.notes,
    },
    answer: answer && (answer.problem || Object.keys(answer.fields).length > 0) ? answer : null,
    errors: answer?.fields ?? {},
  }
}
