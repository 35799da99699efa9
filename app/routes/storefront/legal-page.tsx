import { href, type MetaDescriptor } from 'react-router'
import { LegalTextView } from '#app/components/legal/legal-text-view.tsx'
import { ContactUs } from '#app/components/pages/contact-us.tsx'
import { LegalReviewNotice } from '#app/components/pages/legal-review-notice.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { LEGAL_PAGES } from '#domain/site/legal/legal-pages.ts'
import type { LegalPageData } from './load-legal-page.ts'

/** Another version is not found by search engines. */
export function withoutIndex(data: LegalPageData | undefined): MetaDescriptor[] {
  return data?.isInForce === false ? [{ name: 'robots', content: 'noindex' }] : []
}

/** A legal page with its number and date, and links to its other versions. */
export function LegalPageView({
  page,
  version,
  isInForce,
  isDraft,
  summary,
  appliesOn,
  upcoming,
  date,
  text,
  versions,
}: LegalPageData) {
  const address = href(`/${page}`)
  return (
    <>
      <LegalTextView
        title={LEGAL_PAGES[page].title}
        text={text}
        before={
          <>
            <p className="mt-3 text-base">
              Version {version}, published on {date}.{' '}
              {!isInForce && (
                <>
                  {appliesOn
                    ? `This version applies from ${appliesOn}.`
                    : 'This is an earlier version.'}{' '}
                  <TextLink to={address}>Read the current one</TextLink>
                </>
              )}
            </p>
            {upcoming.map((next) => (
              <p key={next.version} className="mt-3 text-base">
                Version {next.version} applies from {next.date}.{' '}
                <TextLink to={`${address}?version=${next.version}`}>Read it</TextLink>
              </p>
            ))}
            {summary && (
              <p className="mt-3 text-base whitespace-pre-line wrap-anywhere">
                What is new: {summary}
              </p>
            )}
            {isDraft && isInForce && <LegalReviewNotice page={page} />}
          </>
        }
      />
      <div className="page-column pb-8 lg:pl-[18rem]">
        <p className="max-w-2xl border-t border-line pt-8">
          For questions, <ContactUs />.
        </p>
        {versions.length > 1 && (
          <nav aria-label="All versions" className="mt-6">
            <h2 className="text-lg">All versions</h2>
            <ul className="mt-2">
              {versions.map((one) => (
                <li key={one.version}>
                  <Link
                    to={`${address}?version=${one.version}`}
                    className="inline-block py-1 text-sm text-link"
                    aria-current={one.version === version ? 'page' : undefined}
                  >
                    Version {one.version}, {one.date}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </>
  )
}
