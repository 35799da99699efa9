import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { openedPart } from '#app/ui/parts/opened-part.ts'
import { imageInWidth, imageSources } from '#domain/shared/image-address.ts'
import { photoAddress } from './photo-page.tsx'

const ZoomDialog = openedPart(() => import('./zoom-dialog.tsx'), 'ZoomDialog')

const SIZES = '(min-width: 48rem) min(42vw, 50vh), min(92vw, 25vh)'

/**
 * The photos of an item: swiped through, or chosen by thumbnail; each opens at full size. All of
 * them are links, so no script is needed.
 */
export function ItemGallery({ urls, title }: { urls: readonly string[]; title: string }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const track = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)

  function show(place: number) {
    const to = Math.min(Math.max(place, 0), urls.length - 1)
    track.current?.scrollTo({ left: to * track.current.clientWidth })
    setShown(to)
  }

  function turn(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    show(shown + by)
  }

  if (urls.length === 0)
    return (
      <div className="gallery-only">
        <ItemPicture imageUrl={null} title={title} sizes={SIZES} className="rounded-picture" />
      </div>
    )
  const name = (place: number) =>
    place === 0 ? title : `${title}, photo ${place + 1} of ${urls.length}`
  return (
    <section aria-label="Photos" className="gallery">
      <ul
        ref={track}
        className="gallery-track"
        tabIndex={urls.length > 1 ? 0 : undefined}
        aria-label={urls.length > 1 ? 'Photos, one after the other' : undefined}
        onKeyDown={turn}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {urls.map((url, place) => (
          <li key={url} id={`photo-${place + 1}`}>
            <a
              href={photoAddress(search, place + 1)}
              rel="nofollow"
              className="block"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setZoomed(place)
              }}
            >
              <ItemPicture
                imageUrl={url}
                title={name(place)}
                sizes={SIZES}
                priority={place === 0}
                className="rounded-picture"
              />
              <span className="sr-only">Enlarge</span>
            </a>
          </li>
        ))}
      </ul>
      {urls.length > 1 && (
        <ul aria-label="All photos" className="gallery-thumbs">
          {urls.map((url, place) => (
            <li key={url}>
              <a
                href={`#photo-${place + 1}`}
                aria-current={place === shown ? 'true' : undefined}
                aria-label={`Photo ${place + 1}`}
                onClick={(event) => {
                  event.preventDefault()
                  show(place)
                }}
                onKeyDown={turn}
              >
                <img
                  src={imageInWidth(url, 160)}
                  srcSet={imageSources(url, 320)}
                  sizes="2.5rem"
                  alt=""
                  width={80}
                  height={160}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {zoomed !== null && (
        <Suspense fallback={null}>
          <ZoomDialog
            urls={urls}
            title={title}
            place={zoomed}
            onTurn={(place) => {
              setZoomed(place)
              show(place)
            }}
            onClose={() => setZoomed(null)}
            onMissing={() => {
              setZoomed(null)
              void navigate(photoAddress(search, zoomed + 1))
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
