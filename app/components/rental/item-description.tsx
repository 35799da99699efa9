import { openingOf } from '#app/components/dates/opening-of.ts'

/** The item's description, on a phone above the dates; a long one is shortened. */
export function ItemDescription({ text }: { text: string }) {
  if (!text) return null
  const { opening, rest } = openingOf(text)
  return (
    <section className="mt-6">
      <h2 className="sr-only">About this item</h2>
      <p className="whitespace-pre-line wrap-anywhere text-soft">{opening}</p>
      {rest && (
        <details className="group/more mt-1">
          <summary className="inline-flex min-h-11 items-center text-sm text-link md:min-h-8">
            <span className="group-open/more:hidden">Read more</span>
            <span className="hidden group-open/more:inline">Read less</span>
          </summary>
          <p className="mt-1 whitespace-pre-line wrap-anywhere text-soft">{rest}</p>
        </details>
      )}
    </section>
  )
}
