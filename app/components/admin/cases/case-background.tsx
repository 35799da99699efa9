import { href } from 'react-router'
import { EnlargedPhotos } from '#app/components/admin/enlarged-photos.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { caseStatusWords } from '#app/components/cases/case-words.ts'
import { Facts } from '#app/ui/facts.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { CaseFacts, EarlierClaim } from '#domain/admin/lists/case-facts.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'

type CaseBackgroundProps = {
  title: string
  renterName: string
  ownerName: string
  facts: CaseFacts
}

/** The photos of the listing, and the earlier claims of both sides. */
export function CaseBackground({ title, renterName, ownerName, facts }: CaseBackgroundProps) {
  const { ofRenter, ofCloset } = facts.earlier
  return (
    <section aria-labelledby="background" className="mt-10">
      <h2 id="background" className="text-[1.625rem]">
        Background
      </h2>
      <h3 className="mt-6 mb-3 font-body text-base font-medium">Photos of the listing</h3>
      {facts.photoUrls.length > 0 ? (
        <EnlargedPhotos urls={facts.photoUrls} of={title} large />
      ) : (
        <p className="text-soft">No photo</p>
      )}
      <EarlierClaims
        title={isolated(`Kept from ${renterName} for other rentals`)}
        claims={ofRenter}
      />
      <EarlierClaims title={isolated(`Kept by ${ownerName} for other rentals`)} claims={ofCloset} />
    </section>
  )
}

type EarlierClaimsProps = { title: string; claims: readonly EarlierClaim[] }

function EarlierClaims({ title, claims }: EarlierClaimsProps) {
  return (
    <>
      <h3 className="mt-8 font-body text-base font-medium">{title}</h3>
      {claims.length > 0 ? (
        <ul className="mt-3 border-t border-line">
          {claims.map((claim) => (
            <li key={claim.rentalId} className="border-b border-line py-3 text-[0.9375rem]">
              <TextLink to={href('/admin/rentals/:id', { id: claim.rentalId })}>
                {claim.title}
              </TextLink>
              <Facts className="mt-1 text-soft">
                {`${dollars(claim.withheldCents)} kept`}
                {claim.appeal && `Appeal: ${caseStatusWords[claim.appeal].label.toLowerCase()}`}
                {claim.returnedCents ? `${dollars(claim.returnedCents)} returned` : null}
                <Moment key="at" at={claim.at} as="day" />
              </Facts>
              {claim.notes && <p className="mt-1 wrap-anywhere">“{claim.notes}”</p>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-soft">Nothing so far</p>
      )}
    </>
  )
}
