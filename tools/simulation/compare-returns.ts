import { findReturn } from '#domain/care/cases/find-return.ts'
import { instant, sorted } from './compare.ts'
import { expectSameLines } from './compare-calendars.ts'
import * as returns from './model/return-requests.ts'
import { type Simulation, same, someone, today } from './simulation.ts'

/** Compares all return requests and the credits restored for them. */
export async function compareReturns(play: Simulation): Promise<void> {
  const { world, model } = play
  const rows = await world.db
    .selectFrom('return_requests as q')
    .selectAll('q')
    .select((eb) =>
      eb
        .selectFrom('credit_movements as m')
        .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
        .select((one) => one.fn.sum<string | null>('m.amount').as('credits'))
        .whereRef('t.rental_id', '=', 'q.rental_id')
        .where('t.kind', '=', 'return_request')
        .where('m.from_side', '=', 'spent')
        .as('restored'),
    )
    .execute()
  expectSameLines(
    'return requests',
    sorted(
      rows.map((one) => [
        ...[one.rental_id, one.reason, one.words, one.image_ids.length, one.status],
        ...[one.asked_at, one.answer_due_at, one.decided_at].map(instant),
        ...[one.answer, one.answered_by, one.decided_by, one.reasons, one.credits_back],
        Number(one.restored ?? 0),
      ]),
    ),
    sorted(
      model.rentals.flatMap(({ id, state, isLost, returnRequest: one }) => {
        if (!one) return []
        const isOver = state === 'completed' && !isLost
        const isBack = state === 'back' || isOver || one.reason === 'no_show'
        return [
          [
            ...[id, one.reason, one.words, one.photos, one.status],
            ...[one.requestedAt, one.answerDueAt, one.decidedAt].map(instant),
            ...[one.answer, one.answeredBy, one.decidedBy, one.reasons, one.creditsBack],
            isBack ? one.creditsBack : 0,
          ],
        ]
      }),
    ),
  )
  if (play.random.oneIn(4)) await compareSeenReturns(play)
}

/** Compares what a person sees of a rental's return request. */
async function compareSeenReturns(play: Simulation): Promise<void> {
  const { world, model, random } = play
  const some = model.rentals.filter(
    (one) => one.returnRequest || returns.requestableUntil(model, one) !== null,
  )
  const rental = random.one(random.oneIn(8) ? model.rentals.slice(-10) : some.slice(-10))
  // A closet that has left has no name any more.
  if (!rental || model.left.has(rental.item.lister)) return
  const admins = [world.admin, world.otherAdmin] as const
  const sides = [...world.people, ...world.closets].filter(
    ({ id }) => id === rental.renter || id === rental.item.lister,
  )
  const anybody = random.pick([...admins, someone(play)])
  const who = random.oneIn(3) ? anybody : (random.one(sides) ?? anybody)
  const viewer = { id: who.id, isAdmin: who.accountType === 'admin' }
  const others = admins.flatMap(({ id }) => (id === who.id ? [] : [id]))
  const seen = await findReturn(world.db, who, rental.id, world.clock.now(), today(play))
  const named = new Map([...world.closets, ...admins].map(({ id, fullName }) => [id, fullName]))
  const expected = returns.seenBy(model, rental, viewer, others, today(play))
  const nameOf = (one: unknown) => named.get(String(one) as typeof who.id) ?? one
  const { request } = seen ?? {}
  const shown = seen && [
    ...[seen.askUntil?.getTime() ?? null, seen.reasons.map(({ credits }) => credits).join()],
    ...(request
      ? [
          ...[request.status, request.answer, request.answeredBy, request.decidedBy],
          ...[request.reasons, request.credits, request.isRestored],
          ...[request.mayAnswer, request.mayWithdraw],
          ...[request.mayDecide, request.isForAnotherAdmin],
        ]
      : []),
  ]
  same(
    `the return request of ${rental.id} for ${who.id}`,
    JSON.stringify(shown),
    JSON.stringify(expected?.map(nameOf) ?? null),
  )
}
