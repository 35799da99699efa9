import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { RowButton, RowLink } from '#app/components/admin/row-actions.tsx'
import { Stars } from '#app/components/ratings/stars.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ListedRating } from '#domain/care/ratings/rating-list.ts'
import { imageAddress, imageInWidth } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'

type RatingRowsProps = {
  ratings: readonly ListedRating[]
  hideTo: (id: string) => string
  removeReplyTo: (id: string) => string
}

export function RatingRows({ ratings, hideTo, removeReplyTo }: RatingRowsProps) {
  return (
    <ul className="mt-4 border-t border-line">
      {ratings.map((rating) => (
        <li
          key={rating.id}
          className="grid gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_11rem]"
        >
          <RatingText rating={rating} />
          <div className="flex flex-wrap items-start gap-x-5 gap-y-1 md:flex-col">
            {rating.hiddenAt ? (
              <RowButton
                fields={{ intent: 'show', rating: rating.id }}
                name={isolated(`the review by ${rating.writerName}`)}
              >
                Show again
              </RowButton>
            ) : (
              hasContent(rating) && (
                <RowLink
                  to={hideTo(rating.id)}
                  name={isolated(`the review by ${rating.writerName}`)}
                >
                  Hide review
                </RowLink>
              )
            )}
            {rating.reply && (
              <RowLink to={removeReplyTo(rating.id)} name={isolated(`by ${rating.aboutName}`)}>
                Remove reply
              </RowLink>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Stars alone are no reason to hide a review. */
function hasContent({ words, imageIds }: ListedRating): boolean {
  return words !== '' || imageIds.length > 0
}

function RatingText({ rating }: { rating: ListedRating }) {
  const { title, writerName, aboutName, stars, words, imageIds, reply, publishedAt } = rating
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Stars stars={stars} />
        {rating.hiddenAt && <Badge kind="danger">Hidden</Badge>}
        <span className="text-sm text-soft">
          <Moment at={publishedAt} />
        </span>
      </p>
      <h2 className="mt-1 text-lg leading-snug break-words">
        <TextLink to={href('/admin/rentals/:id', { id: rating.rentalId })}>{title}</TextLink>
      </h2>
      <p className="text-sm break-words text-soft">
        <bdi>{writerName}</bdi> about <bdi>{aboutName}</bdi>
      </p>
      {words && <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{words}</p>}
      {imageIds.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {imageIds.map(imageAddress).map((url, index) => (
            <li key={url}>
              <a href={imageInWidth(url, 1600)} target="_blank" rel="noreferrer" className="block">
                <img
                  src={imageInWidth(url, 320)}
                  alt={isolated(`By ${writerName}, ${index + 1} of ${imageIds.length}`)}
                  loading="lazy"
                  className="h-28 w-auto min-w-14 rounded-picture bg-sand object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {reply && (
        <p className="mt-3 max-w-prose border-l-2 border-line pl-4 whitespace-pre-line wrap-anywhere">
          <span className="block text-sm text-soft">
            <bdi>{aboutName}</bdi> replied
          </span>
          {reply}
        </p>
      )}
      {rating.hiddenAt && (
        <p className="mt-3 text-sm text-soft">
          Hidden by {rating.hiddenBy}, <Moment at={rating.hiddenAt} />: “{rating.hiddenReason}”
        </p>
      )}
    </div>
  )
}
