import { href } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BoughtGift } from '#domain/money/gifts/gift-code-queries.ts'
import { GIFT_STATES } from './gift-states.ts'

/** A gift with its times as text: it can be claimed until an instant; null if it never expires. */
export type ShownGift = Pick<
  BoughtGift,
  'id' | 'code' | 'recipientEmail' | 'credits' | 'state' | 'canResend'
> & {
  readonly claimableUntil: string | null
  readonly expiresOn: string | null
  readonly claimedOn: string | null
}

/** The gifts that someone has bought, newest first. */
export function Gifts({ gifts, next }: { gifts: readonly ShownGift[]; next: string | null }) {
  if (gifts.length === 0) return null
  return (
    <section aria-labelledby="gifts">
      <h2 id="gifts" className="scroll-mt-8 text-2xl">
        Your gift codes
      </h2>
      <ul className="mt-4 border-t border-line">
        {gifts.map((gift) => (
          <li
            key={gift.id}
            className="grid gap-x-6 gap-y-2 border-b border-line py-4 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <code className="font-body text-lg font-medium tracking-[0.12em]">{gift.code}</code>
                <Badge kind={GIFT_STATES[gift.state].kind}>{GIFT_STATES[gift.state].label}</Badge>
              </p>
              <p className="mt-1 text-sm break-words text-soft">
                {[`${gift.credits} credits for ${gift.recipientEmail}`, ...whenOf(gift)].join(', ')}
              </p>
            </div>
            {gift.canResend && (
              <Form method="post" action={href('/credits')} preventScrollReset>
                <input type="hidden" name="intent" value="resend-gift" />
                <input type="hidden" name="gift" value={gift.id} />
                <Button kind="secondary" size="small">
                  Send again
                  <span className="sr-only"> to {gift.recipientEmail}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {next && (
        <p className="mt-4">
          <LinkButton
            kind="secondary"
            size="small"
            to={`${href('/credits')}?gifts=${encodeURIComponent(next)}#gifts`}
          >
            Older gifts
          </LinkButton>
        </p>
      )}
    </section>
  )
}

function whenOf({ state, claimedOn, claimableUntil, expiresOn }: ShownGift): string[] {
  switch (state) {
    case 'claimed':
      return [`claimed on ${claimedOn}`]
    case 'expired':
      return [`expired on ${expiresOn}`]
    case 'unclaimed':
      return [claimableUntil === null ? 'never expires' : `until ${claimableUntil}`]
    case 'on-hold':
    case 'revoked':
      return []
  }
}
