import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { Line, Section } from '#app/components/admin/page-section.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { Facts } from '#app/ui/facts.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { PersonId } from '#db/ids.ts'
import {
  ATTEMPT_DAYS,
  SUSPICIOUS_ACCOUNTS,
  SUSPICIOUS_ATTEMPTS,
  SUSPICIOUS_CARDS,
} from '#domain/admin/signals/card-testing.ts'
import {
  CLAIM_DAYS,
  type GiftSign,
  MANY_CLAIMS_DAYS,
  type SuspiciousGift,
} from '#domain/admin/signals/gift-claims.ts'
import { type Signals, signals } from '#domain/admin/signals/signals.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { Route } from './+types/signals.ts'

export const meta: Route.MetaFunction = () => pageMeta('Signals')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin, clock } = adminIn(context)
  return { found: await loadList(context, request, () => signals(db, admin, clock())) }
}

/** Signs of stolen cards and of gifts that are none. */
export default function SignalsScreen({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Signals"
      line="Hints for you: nobody is blocked or refused because of them. The page of a person has more, and what you can do."
    >
      {found === null ? (
        <NotLoaded label="The signals" to={href('/admin/signals')} />
      ) : (
        <div className="mt-8 grid gap-12">
          <TestedCards accounts={found.accounts} />
          <SharedCards cards={found.cards} />
          <Gifts gifts={found.gifts} />
        </div>
      )}
    </AdminFrame>
  )
}

function PersonLink({ id, name }: { id: PersonId; name: string }) {
  return <TextLink to={href('/admin/users/:id', { id })}>{name}</TextLink>
}

function TestedCards({ accounts }: { accounts: Signals['accounts'] }) {
  const title = 'Many refused cards'
  return (
    <Section
      title={title}
      empty={
        accounts.length === 0
          ? `In ${inWords(ATTEMPT_DAYS, 'day')}, no account had ${SUSPICIOUS_CARDS} cards or ${SUSPICIOUS_ATTEMPTS} payments refused within a day.`
          : null
      }
    >
      <ul>
        {accounts.map(({ personId, personName, attempts, cards, lastAt }) => (
          <Line
            key={personId}
            first={<PersonLink id={personId} name={personName} />}
            second={<Moment at={lastAt} />}
            end={`${inWords(attempts, 'refused payment')}, ${inWords(cards, 'card')}`}
          />
        ))}
      </ul>
    </Section>
  )
}

function SharedCards({ cards }: { cards: Signals['cards'] }) {
  return (
    <Section
      title="One card in several accounts"
      empty={
        cards.length === 0
          ? `In ${inWords(ATTEMPT_DAYS, 'day')}, no card was refused in ${SUSPICIOUS_ACCOUNTS} accounts.`
          : null
      }
    >
      <ul>
        {cards.map(({ card, paymentMethod, people, lastAt }) => (
          <Line
            key={card}
            first={people.slice(0, MAX_NAMED).map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <PersonLink id={id} name={name} />
              </span>
            ))}
            second={
              <Facts as="span">
                {paymentMethod}
                <Moment at={lastAt} />
              </Facts>
            }
            end={inWords(people.length, 'account')}
          />
        ))}
      </ul>
    </Section>
  )
}

const MAX_NAMED = 10

const SIGNS = {
  phone: 'same phone',
  address: 'same address',
  card: 'same card',
  disputed: 'payment disputed',
} as const satisfies Record<Exclude<GiftSign, 'many'>, string>

const signWords = ({ signs, claims }: SuspiciousGift) =>
  capitalized(
    signs
      .map((sign) =>
        sign === 'many' ? `${claims} gifts in ${inWords(MANY_CLAIMS_DAYS, 'day')}` : SIGNS[sign],
      )
      .join(', '),
  )

function Gifts({ gifts }: { gifts: Signals['gifts'] }) {
  return (
    <Section
      title="Gift codes"
      empty={
        gifts.length === 0
          ? `Nothing stands out among the gifts that were claimed in ${inWords(CLAIM_DAYS, 'day')}.`
          : null
      }
    >
      <ul>
        {gifts.map((gift) => (
          <Line
            key={gift.id}
            first={
              <>
                <PersonLink id={gift.claimerId} name={gift.claimerName} /> claimed a gift of{' '}
                <PersonLink id={gift.buyerId} name={gift.buyerName} />
              </>
            }
            second={<Moment at={gift.claimedAt} />}
            end={signWords(gift)}
          />
        ))}
      </ul>
    </Section>
  )
}
