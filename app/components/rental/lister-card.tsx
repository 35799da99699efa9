type Lister = {
  readonly fullName: string
  readonly phone: string | null
  readonly instagramHandle: string | null
}

/** Whose piece it is and how to reach them; the e-mail address is never public. */
export function ListerCard({ lister, location }: { lister: Lister; location: string }) {
  const handle = lister.instagramHandle?.replace(/^@/, '')
  return (
    <section className="mt-12 border-t border-line pt-8">
      <h2 className="text-2xl wrap-anywhere">From the closet of {lister.fullName}</h2>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-[0.9375rem] wrap-anywhere">
        <dt className="text-soft">Location</dt>
        <dd>{location}</dd>
        {lister.phone && (
          <>
            <dt className="text-soft">Phone</dt>
            <dd>
              <a href={`tel:${lister.phone.replace(/[^\d+]/g, '')}`} className="text-link">
                {lister.phone}
              </a>
            </dd>
          </>
        )}
        {handle && (
          <>
            <dt className="text-soft">Instagram</dt>
            <dd>
              <a
                href={`https://instagram.com/${encodeURIComponent(handle)}`}
                rel="noopener nofollow"
                className="text-link"
              >
                @{handle}
              </a>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
