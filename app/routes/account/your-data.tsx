import { href, redirect, useLocation, useNavigate } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { ProofFields } from '#app/components/profile/proof-fields.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, shopperIn, signedInContext, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { limitPasswordAttempts, unlessBusy } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { signedOutCookie } from '#app/request/session.ts'
import { proofForm } from '#app/routes/account/sign-in/account-forms.ts'
import { notProvenFields } from '#app/routes/account/sign-in/sign-in-actions.ts'
import { Button } from '#app/ui/button.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { QuestionForm } from '#app/ui/question-form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { PlanType } from '#db/enums.ts'
import {
  type ClosingBlocker,
  type ClosingProblem,
  closeAccount,
  closingBlocker,
} from '#domain/accounts/closing/close-account.ts'
import type { Proof } from '#domain/accounts/sign-in/own-password.ts'
import { refundsNotFinal } from '#domain/money/checkout/contacts.ts'
import { undoablePurchases } from '#domain/money/checkout/refunding/undo-purchase.ts'
import { creditsOnHold } from '#domain/money/credits/lots-left.ts'
import { CREDITS_A_MONTH } from '#domain/money/plans/plans.ts'
import { findSubscription } from '#domain/money/plans/subscription-queries.ts'
import { dollars } from '#domain/shared/cents.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/your-data.ts'
import { sendLastPayout } from './last-payout.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your data')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const person = context.get(signedInContext)
  const shopper = shopperIn(context)
  const now = clock()
  const [blocker, subscription, onHold, refundCents, undoable] = await Promise.all([
    closingBlocker(db, person),
    shopper && findSubscription(db, shopper, now),
    creditsOnHold(db, person.id, now),
    refundsNotFinal(db, person, now),
    shopper ? undoablePurchases(db, shopper, now) : [],
  ])
  const until = subscription?.coveredUntil
  return {
    blocker,
    isCloset: person.accountType === 'business',
    hasSecondFactor: viewerIn(context).hasSecondFactor,
    asking: new URL(request.url).searchParams.get('delete') === 'account',
    forfeits: forfeitsInWords({
      credits:
        onHold.reduce((sum, { credits }) => sum + credits, 0) + viewerIn(context).creditsBalance,
      plan: subscription?.plan ?? null,
      paidUntil: until ? showDate(calendarDateIn(timeZone, until)) : null,
      months: subscription?.remainingMonths ?? 0,
    }),
    refundCents,
    undoable: undoable.map(({ orderId, credits, cents, until }) => ({
      orderId,
      sentence: `You can undo your purchase of ${creditsInWords(credits)} until ${showInstant(until, timeZone)}, and get ${dollars(cents)} back.`,
    })),
  }
}

const PLANS = {
  subscription_monthly: 'monthly',
  subscription_annual: 'annual',
} satisfies Record<PlanType, string>

/** What someone has paid for and loses with their account. */
function forfeitsInWords(has: {
  readonly credits: number
  readonly plan: PlanType | null
  readonly paidUntil: string | null
  readonly months: number
}): string[] {
  const { credits, plan, paidUntil, months } = has
  const lost = months * CREDITS_A_MONTH
  return [
    ...(plan
      ? [
          `Your ${PLANS[plan]} plan will end now${paidUntil ? `, even though it is paid until ${paidUntil}` : ''}. You will not get a refund.`,
        ]
      : []),
    ...(months > 0
      ? [
          `You will lose ${months} prepaid ${months === 1 ? 'month' : 'months'} (${creditsInWords(lost)}).`,
        ]
      : []),
    ...(credits > 0 ? [`You will lose your ${creditsInWords(credits)}.`] : []),
  ]
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const form = await readForm(request)
  if (form.get('intent') === 'last-payout') return sendLastPayout(context)
  const read = checkForm(proofForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await limitPasswordAttempts(app, person, form)
  if (refusal) return refusal
  const proof = { person, ...read.value }
  return await unlessBusy(form, () => leave(request, context, proof))
}

async function leave(request: Request, context: Route.ActionArgs['context'], proof: Proof) {
  const app = context.get(appContext)
  const result = await closeAccount(app.db, app.auth, proof, app.clock())
  if (!result.ok)
    return isBlocker(result.problem)
      ? answerProblem(problem(sentences[result.problem.reason]), 409)
      : answerProblem(problem('', { fields: notProvenFields(result.problem.reason) }))
  noteSecurity(context, request, 'account-deleted')
  return redirect(href('/'), {
    headers: [
      ['Set-Cookie', signedOutCookie(app, request)],
      ['Set-Cookie', flash({ type: 'success', text: 'Your account has been deleted.' })],
    ],
  })
}

const sentences = {
  'is-admin':
    'Admin accounts cannot be deleted. Ask another admin to make yours a regular account first.',
  'rental-open': 'You have an open rental. You can delete your account when it ends.',
  'appeal-open':
    'A kept deposit can still be appealed, or an appeal is open. You can delete your account once it is decided.',
  'return-request-open':
    'A return request or no-show of yours, or about an item of yours, is not decided yet. You can delete your account once it is.',
  'deposit-open': 'We still hold your deposit. Ask for it back first, then delete your account.',
  'refund-under-way': 'Your refund is on its way. You can delete your account when it has arrived.',
  'refund-failed':
    'Your deposit refund failed. You can delete your account when we have resolved this with you.',
  'earnings-owed':
    'We still owe you money for your rentals. You can delete your account when it has been paid out.',
  'payout-under-way': 'Your payout is on its way. You can delete your account when it has arrived.',
  'earnings-negative':
    'Your earnings are below $0. Please contact us about it first, then delete your account.',
} satisfies Record<ClosingBlocker['reason'], string>

/** Reasons that may concern a rental of an item that a closet lists. */
const RENTAL_BLOCKERS: ReadonlySet<ClosingBlocker['reason']> = new Set([
  'rental-open',
  'appeal-open',
  'return-request-open',
])

function isBlocker(problem: ClosingProblem): problem is ClosingBlocker {
  return problem.reason in sentences
}

export default function YourData({ loaderData, actionData }: Route.ComponentProps) {
  const { blocker, forfeits, refundCents, undoable, asking, hasSecondFactor, isCloset } = loaderData
  const refused = actionData ?? null
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Your data</h1>
      <ProfilePart
        id="download"
        title="Download your data"
        line="Your profile, likes, rentals, credits, payments, earnings and listings, as one JSON file."
      >
        <a
          href={href('/profile/your-data.json')}
          download
          className={buttonStyle({ kind: 'secondary' })}
        >
          Download my data
        </a>
      </ProfilePart>
      <ProfilePart
        id="delete"
        title="Delete your account"
        line={
          <>
            <p>
              We delete your name, address, photos and likes, remove your listings and end your
              subscription. Payment records are kept without your name.
            </p>
            <p className="mt-3">This cannot be undone.</p>
          </>
        }
      >
        {blocker ? (
          <>
            <Notice>
              {sentences[blocker.reason]}{' '}
              {(blocker.reason === 'deposit-open' || blocker.reason === 'refund-under-way') && (
                <TextLink to={`${href('/credits')}#deposit`}>Go to my deposit</TextLink>
              )}
              {blocker.reason === 'rental-open' && (
                <TextLink to={href('/my-rentals')}>Go to My Rentals</TextLink>
              )}{' '}
              {isCloset && RENTAL_BLOCKERS.has(blocker.reason) && (
                <TextLink to={href('/business/rentals')}>Go to rentals of your items</TextLink>
              )}
            </Notice>
            {blocker.reason === 'earnings-owed' && (
              <Form method="post" className="mt-5">
                <input type="hidden" name="intent" value="last-payout" />
                <Button kind="secondary">Send me the rest now</Button>
              </Form>
            )}
          </>
        ) : (
          <div className="grid gap-5">
            <Forfeits {...{ forfeits, refundCents, undoable }} />
            <p>
              <LinkButton to={ASKING} kind="danger" preventScrollReset>
                Delete my account
              </LinkButton>
            </p>
          </div>
        )}
      </ProfilePart>
      {!blocker && (asking || refused) && (
        <Dialog
          title="Delete your account for good?"
          open={refused ?? key}
          onClose={() => navigate(href('/profile/your-data'), { preventScrollReset: true })}
          closable={false}
        >
          <div className="mt-4">
            <Forfeits {...{ forfeits, refundCents, undoable }} />
          </div>
          <QuestionForm
            action={ASKING}
            confirmText="Delete my account for good"
            cancelText="Keep my account"
            busyText="Deleting..."
            danger
          >
            {refused && refused.problem !== '' && (
              <Notice kind="error" className="mb-5">
                {refused.problem}
              </Notice>
            )}
            <ProofFields hasSecondFactor={hasSecondFactor} errors={refused?.fields} autoFocus />
          </QuestionForm>
        </Dialog>
      )}
    </ProfileFrame>
  )
}

const ASKING = `${href('/profile/your-data')}?delete=account`

/** What is deleted with the account, and what is stored for a refund that is not final. */
type ForfeitsProps = {
  forfeits: readonly string[]
  refundCents: number
  /** What can be returned first. */
  undoable: readonly { readonly orderId: string; readonly sentence: string }[]
}

function Forfeits({ forfeits, refundCents, undoable }: ForfeitsProps) {
  if (forfeits.length === 0 && refundCents === 0) return null
  return (
    <Notice>
      <ul className="grid gap-1">
        {forfeits.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {undoable.map(({ orderId, sentence }) => (
          <li key={orderId}>
            {sentence} <TextLink to={`${href('/credits')}#undo`}>Undo it first</TextLink>
          </li>
        ))}
        {refundCents > 0 && (
          <li>
            Refunds of {dollars(refundCents)} to your card are not final yet. Until they are, we
            keep your name and email only to contact you about them.
          </li>
        )}
      </ul>
    </Notice>
  )
}
