import { useLocation } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { imageInWidth } from '#domain/shared/image-address.ts'

type PhotoPageProps = {
  urls: readonly string[]
  title: string
  /** From 1. */
  place: number
}

/** One photo of an item as a page, for browsers without a script and for new tabs. */
export function PhotoPage({ urls, title, place }: PhotoPageProps) {
  const { search } = useLocation()
  const url = urls[place - 1]
  if (!url) return null
  const turn = (to: number, text: string, rel: string) =>
    to >= 1 &&
    to <= urls.length && (
      <Link to={photoAddress(search, to)} rel={rel} className={LINK}>
        {text}
      </Link>
    )
  return (
    <div className="page-column py-6">
      <p className="flex flex-wrap gap-x-6">
        <Link to={photoAddress(search, null)} className={`${LINK} min-w-0 wrap-anywhere`}>
          Back to {title}
        </Link>
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
        <h1 className="text-2xl">
          Photo {place} of {urls.length}
        </h1>
        <p className="flex flex-wrap gap-x-6">
          {turn(place - 1, 'Previous photo', 'prev nofollow')}
          {turn(place + 1, 'Next photo', 'next nofollow')}
        </p>
      </div>
      <img
        src={imageInWidth(url, 1600)}
        alt={title}
        className="mx-auto mt-4 max-h-[max(20rem,calc(100dvh-14rem))] w-auto max-w-full rounded-picture bg-sand"
      />
    </div>
  )
}

const LINK = 'inline-flex min-h-11 items-center text-link'

/** The page of one photo, or of the item; chosen dates stay in the address. */
export function photoAddress(search: string, place: number | null): string {
  const query = new URLSearchParams(search)
  if (place === null) query.delete('photo')
  else query.set('photo', String(place))
  return `?${query}`
}
