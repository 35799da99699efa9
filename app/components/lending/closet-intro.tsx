import { href, useMatches } from 'react-router'
import { ShareButton } from '#app/components/items/share-button.tsx'
import { originIn } from '#app/components/pages/page-meta.ts'
import { sumInWords } from '#app/components/ratings/rating-sum.ts'
import { StarShape } from '#app/components/ratings/stars.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { PublicCloset } from '#domain/accounts/closets/public-closet.ts'
import { imageAddress, imageInWidth } from '#domain/shared/image-address.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

type ClosetIntroProps = {
  closet: Pick<
    PublicCloset,
    'id' | 'fullName' | 'shopName' | 'about' | 'imageId' | 'rating' | 'timesRented'
  >
  /** The viewer can change the page. */
  isOwn: boolean
  /** The question that empties it; only for admins. */
  clearTo: string | null
}

/** Who lends: what a closet says about itself, and what renters say. */
export function ClosetIntro({ closet, isOwn, clearTo }: ClosetIntroProps) {
  const { id, fullName, shopName, about, imageId, rating, timesRented } = closet
  const matches = useMatches()
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-5">
      {imageId && (
        <img
          src={imageInWidth(imageAddress(imageId), 320)}
          alt=""
          width={160}
          height={160}
          className="size-24 rounded-picture bg-sheet object-cover sm:size-40"
        />
      )}
      <div className="max-w-prose min-w-0 flex-1 basis-64">
        <p className="eyebrow">Closet</p>
        <h1 className="mt-2 wrap-anywhere">
          <bdi>{shopName ?? fullName}</bdi>
        </h1>
        {shopName && (
          <p className="mt-2 text-soft wrap-anywhere">
            by <bdi>{fullName}</bdi>
          </p>
        )}
        <p className="mt-2 flex flex-wrap gap-x-4 text-[0.9375rem]">
          {rating && (
            <span>
              <StarShape className="inline-block fill-current align-[-0.125em]" />{' '}
              {sumInWords(rating)}
            </span>
          )}
          {timesRented > 0 && (
            <span>{timesRented === 1 ? '1 rental' : `${showCounted(timesRented)} rentals`}</span>
          )}
        </p>
        {about && <p className="mt-4 whitespace-pre-line wrap-anywhere">{about}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-6 text-sm">
          <ShareButton
            noun="closet"
            title={shopName ?? fullName}
            url={originIn(matches) + href('/closets/:id', { id })}
          />
          {isOwn && <TextLink to={href('/business/page')}>Edit this page</TextLink>}
          {clearTo && (
            <TextLink to={clearTo} preventScrollReset>
              Remove name, photo and text
            </TextLink>
          )}
        </div>
      </div>
    </div>
  )
}
