import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { LotLeft } from '#domain/money/credits/lots-left.ts'

/** A lot with its last day; null if it never expires. */
export type ShownLot = LotLeft & { readonly expiresOn: string | null }

const SOURCES = {
  one_time: 'Credit pack',
  gift: '50/50 deal, your half',
  gift_claim: 'Gift',
  subscription: 'Monthly credits',
  goodwill: 'Refund or late return credit',
  grant: 'Bonus credits',
} satisfies Record<LotLeft['source'], string>

/** The credits of a wallet with their expiry dates; those that expire first are on top. */
export function Lots({ lots }: { lots: readonly ShownLot[] }) {
  const [next] = lots
  if (!next) return null
  return (
    <section>
      <h2 className="text-2xl">Your credits</h2>
      <p className="mt-2 text-sm text-soft">
        {next.expiresOn === null
          ? 'They never expire.'
          : `${creditsInWords(next.credits)} ${next.credits === 1 ? 'expires' : 'expire'} next, on ${next.expiresOn}. We use the ones that expire first.`}
      </p>
      <ul className="mt-4 border-t border-line">
        {lots.map((lot) => (
          <li
            key={`${lot.source} ${lot.expiresAt.toISOString()}`}
            className="flex justify-between gap-4 border-b border-line py-3 text-[0.9375rem]"
          >
            <span>
              {creditsInWords(lot.credits)}
              <span className="block text-sm text-soft">{SOURCES[lot.source]}</span>
            </span>
            <span className="text-right text-sm text-soft">
              {lot.expiresOn === null ? neverExpire(lot.credits) : `until ${lot.expiresOn}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const neverExpire = (credits: number) => (credits === 1 ? 'never expires' : 'never expire')
