import { href, Link } from 'react-router'
import { publicMeta } from '#app/components/page-meta.ts'
import { ContactUs } from '#app/components/pages/contact-us.tsx'
import { LegalReviewNotice } from '#app/components/pages/legal-review-notice.tsx'
import { TextPage } from '#app/components/pages/text-page.tsx'
import { SESSION_DAYS } from '#domain/people/time-limits.ts'
import type { Route } from './+types/privacy.ts'

const title = 'Privacy'
const introduction = 'What data we store, who can see it and how to delete it.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/privacy') })

// The owner of a shop has these reviewed: decision 0076.
const parts = [
  {
    id: 'what',
    title: 'What we store',
    body: (
      <ul>
        <li>Your name, email address and an encrypted (hashed) form of your password.</li>
        <li>What you add to your profile: phone, city, delivery address, Instagram.</li>
        <li>Your size profile, if you fill it in. Nobody else can see it.</li>
        <li>Your likes, rentals, credits, payments and deposit.</li>
        <li>Messages you send us and emails we send you.</li>
        <li>Where you are signed in: browser, IP address and time.</li>
      </ul>
    ),
  },
  {
    id: 'who',
    title: 'Who sees it',
    body: (
      <>
        <p>
          A closet that you rent from sees your name, phone number, delivery address and notes for
          that rental. Our admins see what they need to help you.
        </p>
        <p>
          If you list items yourself, your name, city, phone and Instagram are public. Your email
          address never is.
        </p>
        <p>
          Our payment provider, Stripe, handles your card. We never see or store the card number. We
          never sell your data.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        We use only the cookies that the site needs: one keeps you signed in for up to{' '}
        {SESSION_DAYS}
        days, others remember short messages and settings between pages. We do not use advertising
        or tracking cookies.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <p>
        When you delete your account we delete your name, address, photos and likes, remove your
        listings and end your subscription. Payment records are kept without your name, as required
        by law. Until a refund to your card is final, we keep your name and email only to contact
        you about it.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <p>
        You can change your data under <Link to={href('/profile')}>Profile</Link>, and download
        everything we hold or delete your account under{' '}
        <Link to={href('/profile/your-data')}>Your data</Link>. For anything else, <ContactUs />.
      </p>
    ),
  },
]

export default function Privacy() {
  return (
    <TextPage
      title={title}
      introduction={
        <>
          <p>{introduction}</p>
          <LegalReviewNotice file="app/routes/storefront/privacy.tsx" />
        </>
      }
      parts={parts}
    />
  )
}
