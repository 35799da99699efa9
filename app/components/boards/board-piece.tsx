import { href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { Board, BoardPiece } from '#domain/booking/boards/boards.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { boardStageWords } from './board-words.ts'
import { FoldedNames } from './folded-names.tsx'

/** A piece on a board: what it is, who would wear it, and who votes for it. */
export function BoardPieceCard({ piece, board }: { piece: BoardPiece; board: Board }) {
  const { item, isFree, votes, isYourVote, wornBy, mayRemove } = piece
  const { start, end } = board
  const rental = board.rentals.find(
    ({ itemId, stage }) => itemId === item.id && isIn(stage, 'live'),
  )
  const isTaken = wornBy !== null && !wornBy.isYou
  const fields = (intent: string, wanted = 'yes') => ({ intent, item: item.id, wanted })
  return (
    <article className="flex h-full flex-col">
      <Link
        to={`${href('/item/:id', { id: item.id })}?${new URLSearchParams({ start, end, board: board.id })}`}
        className="group block"
      >
        <div className="relative overflow-hidden rounded-picture bg-sand">
          <ItemPicture
            imageUrl={item.imageUrl}
            title={item.title}
            sizes="(min-width: 1024px) 23vw, (min-width: 640px) 31vw, calc(50vw - 1.5rem)"
          />
          {rental ? (
            <Badge kind={boardStageWords(rental).kind} className="absolute top-3 left-3">
              {boardStageWords(rental).label}
            </Badge>
          ) : (
            !isFree && (
              <Badge kind="danger" className="absolute top-3 left-3">
                Not free
              </Badge>
            )
          )}
        </div>
        <h3 className="mt-3 line-clamp-3 text-[1.0625rem] leading-snug wrap-anywhere group-hover:underline">
          <ItemTitle title={item.title} />
        </h3>
      </Link>
      <Facts className="mt-1 text-[0.8125rem] text-soft sm:text-sm">
        {`Size ${item.size}`}
        {`${showNumber(item.creditsPerWeek)} credits/week`}
      </Facts>
      {wornBy && (
        <p className="mt-1 text-sm wrap-anywhere">
          {wornBy.isYou ? 'For you' : `For ${wornBy.firstName}`}
        </p>
      )}
      {votes.length > 0 && (
        <div className="mt-1 text-sm text-soft">
          <FoldedNames
            label={votes.length === 1 ? '1 vote' : `${votes.length} votes`}
            names={votes}
          />
        </div>
      )}
      {board.you && (
        <div className="mt-auto flex flex-wrap gap-2 pt-3">
          {isFree && !rental && !isTaken && (
            <LinkButton
              to={`${href('/boards/:id/bag', { id: board.id })}?item=${item.id}`}
              size="small"
            >
              Request<span className="sr-only"> {item.title}</span>
            </LinkButton>
          )}
          <QuickForm fields={fields('vote', isYourVote ? '' : 'yes')} kind="secondary" size="small">
            {isYourVote ? 'Take vote back' : 'Vote'}
            <span className="sr-only"> for {item.title}</span>
          </QuickForm>
          {!isTaken && (
            <QuickForm fields={fields('wear', wornBy ? '' : 'yes')} kind="secondary" size="small">
              {wornBy ? 'Not for me' : 'For me'}
              <span className="sr-only">: {item.title}</span>
            </QuickForm>
          )}
          {mayRemove && (
            <QuickForm fields={fields('remove')} kind="secondary" size="small">
              Remove<span className="sr-only"> {item.title}</span>
            </QuickForm>
          )}
        </div>
      )}
    </article>
  )
}
