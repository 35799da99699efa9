/** Who, when and which number, at the top of a document that is printed. */
export function DocumentFacts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="mt-8 grid max-w-2xl grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-6">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
