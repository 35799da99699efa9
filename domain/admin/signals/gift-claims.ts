import type { GiftCodeId, PersonId } from '#db/ids.ts'

// Pure. Gifts are meant for friends: a code that somebody claims with a second account, many codes for one
// account, or one whose payment was disputed may be none.

/** A gift that was claimed. */
export type GiftClaim = {
  readonly id: GiftCodeId
  readonly buyerId: PersonId
  readonly buyerName: string
  readonly claimerId: PersonId
  readonly claimerName: string
  readonly claimedAt: Date
  readonly samePhone: boolean
  readonly sameAddress: boolean
  readonly sameCard: boolean
  readonly isDisputed: boolean
}

export const giftSigns = ['phone', 'address', 'card', 'disputed', 'many'] as const
export type GiftSign = (typeof giftSigns)[number]

export type SuspiciousGift = GiftClaim & {
  readonly signs: readonly GiftSign[]
  /** Gifts that its claimer has claimed within `MANY_CLAIMS_DAYS` up to this one. */
  readonly claims: number
}

/** Of so many days, claims are looked at. */
export const CLAIM_DAYS = 90

export const MANY_CLAIMS = 3
export const MANY_CLAIMS_DAYS = 30
const MANY_CLAIMS_MS = MANY_CLAIMS_DAYS * 86_400_000

/** Claims with a sign, in their order. */
export function suspiciousGifts(claims: readonly GiftClaim[]): SuspiciousGift[] {
  const times = new Map<PersonId, number[]>()
  for (const { claimerId, claimedAt } of claims)
    times.set(claimerId, [...(times.get(claimerId) ?? []), claimedAt.getTime()])
  return claims
    .map((claim) => {
      const until = claim.claimedAt.getTime()
      const recent = (times.get(claim.claimerId) ?? []).filter(
        (time) => time <= until && time > until - MANY_CLAIMS_MS,
      )
      return { ...claim, claims: recent.length, signs: signsOf(claim, recent.length) }
    })
    .filter(({ signs }) => signs.length > 0)
}

function signsOf(claim: GiftClaim, claims: number): GiftSign[] {
  const has: Readonly<Record<GiftSign, boolean>> = {
    phone: claim.samePhone,
    address: claim.sameAddress,
    card: claim.sameCard,
    disputed: claim.isDisputed,
    many: claims >= MANY_CLAIMS,
  }
  return giftSigns.filter((sign) => has[sign])
}
