import { href } from 'react-router'
import { PurchaseExpiry } from '#app/components/credits/purchase-expiry.tsx'
import { FitRule } from '#app/components/fit/fit-rule.tsx'
import { SizeGuide } from '#app/components/fit/size-guide.tsx'
import { ContactUs } from '#app/components/pages/contact-us.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { TextPage } from '#app/components/pages/text-page.tsx'
import { ANSWER_TIMES } from '#app/components/support/support-sentences.ts'
import { Link } from '#app/ui/link.tsx'
import { ANSWER_HOURS as ANSWER_DATE_HOURS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { ANSWER_HOURS, DECISION_DAYS } from '#domain/care/cases/case-limits.ts'
import { PAID_DAYS, REQUEST_HOURS } from '#domain/care/cases/return-limits.ts'
import { DEPOSIT_PRICE } from '#domain/money/checkout/deposit-price.ts'
import { UNDO_PURCHASE_HOURS } from '#domain/money/checkout/refunding/undo-time.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { PLAN_ROLLOVER } from '#domain/money/plans/plan-words.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import type { Route } from './+types/help.ts'

const title = 'Help'
const introduction =
  'Delivery, late returns, damage, deposits and refunds: answers to common questions.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/help') })

const parts = [
  {
    id: 'delivery',
    title: 'Delivery and pickup',
    body: (
      <>
        <p>
          The closet that lists an item delivers it. The item page shows where the closet is, how
          far it delivers and how much notice it needs. A closet may also ship the item by mail or
          courier. If there is a tracking number, your rental page shows it.
        </p>
        <p>
          Give your address and phone number when you rent. You can change them under My Rentals
          until the item is delivered. Where a closet offers more than one way, such as pickup, you
          choose it before you pay. Once the closet has set when and where, you get an email, and
          your rental page says it.
        </p>
      </>
    ),
  },
  {
    id: 'returning',
    title: 'Returning an item',
    body: (
      <p>
        Return it on the last day of your rental, by the end of that day. Your rental page says
        where and how: the time and place that the closet has set, its instructions, or its phone
        number and messages. If you mail it, press “I sent it back” there on the same day: that day
        counts as the day of the return. You do not need to clean it.
      </p>
    ),
  },
  { id: 'sizes', title: 'Size guide', body: <SizeGuide /> },
  { id: 'should-fit', title: 'What should fit', body: <FitRule switchAt="should-fit" /> },
  {
    id: 'sending-back',
    title: 'If it does not fit or is not as described',
    body: (
      <>
        <p>
          You can ask to send an item back on your rental page, within{' '}
          {counted(REQUEST_HOURS, 'hour')} of delivery. If it is not as described, add a photo that
          shows the difference: you get all of your credits back. If it does not fit, you can send
          it back only if the item page says so and you ask by the last day of your rental. You then
          pay for {inWords(PAID_DAYS, 'day')} and get the rest of your credits back.
        </p>
        <p>
          The closet has {counted(ANSWER_HOURS, 'hour')} to accept or contest it; without an answer
          it is accepted. If the closet contests it, we decide within{' '}
          {inWords(DECISION_DAYS, 'day')}. You get the credits once the item is back.
        </p>
      </>
    ),
  },
  {
    id: 'other-dates',
    title: 'Changing the dates',
    body: (
      <p>
        Until the item is delivered, you can change the first and the last day on your rental page,
        which says what it costs. A request moves at once. For a confirmed rental the closet answers
        within {counted(ANSWER_DATE_HOURS, 'hour')}, and you have your old dates until then. After
        the delivery, you can keep it longer.
      </p>
    ),
  },
  {
    id: 'cancelling',
    title: 'Canceling a rental',
    body: (
      <p>
        You can cancel free of charge under My Rentals until the item is delivered. You get your
        credits back, and they last at least as long as they had left when you spent them. The same
        holds if the closet cancels or does not deliver.
      </p>
    ),
  },
  {
    id: 'late',
    title: 'Late returns',
    body: (
      <>
        <p>
          Return the item to the closet on the last day of your rental. If you cannot make it, call
          the closet before that day: you can find its number on your rental page.
        </p>
        <p>
          There is no automatic late fee, but the next renter may be waiting. If you return an item
          late or not at all, the closet can keep part or all of your deposit and must give a
          reason.
        </p>
      </>
    ),
  },
  {
    id: 'damage',
    title: 'Damage and stains',
    body: (
      <>
        <p>
          Normal wear is fine, and you do not need to wash or iron anything. Please do not try to
          repair an item yourself.
        </p>
        <p>
          The closet checks the item when it is returned. If something is damaged, it can keep part
          or all of your {DEPOSIT_PRICE} deposit for that rental. You will get an email with the
          amount and the reason. If you disagree, you can appeal on your rental page within{' '}
          {inWords(APPEAL_DAYS, 'day')}.
        </p>
        <p>
          If something is wrong with an item when you get it, tell the closet the same day, or{' '}
          <Link to="#sending-back">request a return</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'deposit',
    title: 'The deposit',
    body: (
      <p>
        You pay {DEPOSIT_PRICE} once, by card. It covers all your rentals. Ask for it back on the{' '}
        <Link to={href('/credits')}>Credits</Link> page any time you have no open rental. We refund
        it to the same card. Refunds usually take 5 to 10 days to arrive. If part of it was kept
        while you still have open rentals, you can top it up and keep renting.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'Credits and refunds',
    body: (
      <>
        <p>
          Credits are for renting. You can undo the purchase of a pack for{' '}
          {counted(UNDO_PURCHASE_HOURS, 'hour')}, as long as you have used none of it. Otherwise,
          credits cannot be refunded, except where required by law. {PLAN_ROLLOVER}; credits from{' '}
          <PurchaseExpiry />.
        </p>
        <p>
          You can cancel a plan at any time on the <Link to={href('/credits')}>Credits</Link> page.
          It then stays active until the end of the period you have paid for.
        </p>
      </>
    ),
  },
  {
    id: 'lending',
    title: 'Lending your clothes',
    body: (
      <p>
        What you earn, who pays for damage and how to start is on{' '}
        <Link to={href('/list-your-closet')}>List your closet</Link>.
      </p>
    ),
  },
  {
    id: 'accessibility',
    title: 'Accessibility',
    body: (
      <>
        <p>
          Everybody should be able to rent here. We build for level AA of the Web Content
          Accessibility Guidelines (WCAG) 2.2: every page works with the keyboard alone, with screen
          readers, in large text and on a narrow screen, and the pages for renting and lending work
          without scripts. Photos are described by the closets that list them, and some descriptions
          may be short.
        </p>
        <p>
          If something keeps you from using Hemline, <ContactUs />. Say which page it is and what
          you use, and we will help you and correct it.
        </p>
      </>
    ),
  },
  {
    id: 'privacy-choices',
    title: 'Your privacy choices',
    body: (
      <>
        <p>
          We do not sell your personal data or share it for advertising, and no page has trackers of
          others. So there is nothing to opt out of: with or without the signal of Global Privacy
          Control (GPC), your data is treated the same.
        </p>
        <p>
          What we store is in <Link to={href('/privacy')}>Privacy</Link>. You can download or delete
          it under{' '}
          <Link to={href('/profile/your-data')} rel="nofollow">
            Your data
          </Link>
          .
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>
          For questions about a rental, please contact the closet first: its phone number and
          Instagram are on the item page.
        </p>
        <p>
          If something is wrong with a rental, an item or your account,{' '}
          <Link to={href('/help/requests/new')} rel="nofollow">
            tell us what happened
          </Link>
          . {ANSWER_TIMES} You find what you wrote, and our answers, under{' '}
          <Link to={href('/help/requests')} rel="nofollow">
            your requests
          </Link>
          .
        </p>
        <p>
          Without an account, <ContactUs />. We will reply by email as soon as we can.
        </p>
      </>
    ),
  },
]

export default function Help() {
  return <TextPage title={title} introduction={<p>{introduction}</p>} parts={parts} />
}
