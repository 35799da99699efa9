import { Section } from '#app/components/admin/page-section.tsx'
import { BannerFrame } from '#app/components/announcements/announcement-banner.tsx'
import type { CheckedDraft } from '#domain/site/announcements/check-draft.ts'

/** How its banner and its email will look. */
export function AnnouncementPreview({ draft }: { draft: CheckedDraft }) {
  const { title, words, linkAddress: address, linkLabel: label, hasBanner, hasEmail } = draft
  return (
    <>
      {hasBanner && (
        <Section title="Banner" empty={null}>
          <div className="pt-4">
            <BannerFrame
              banner={{ title, words, link: address === '' ? null : { address, label } }}
            />
          </div>
        </Section>
      )}
      {hasEmail && (
        <Section title="Email" empty={null}>
          <div className="mt-4 max-w-xl rounded-control border border-line bg-sheet p-5 wrap-anywhere">
            <p className="text-xl">{title}</p>
            <p className="mt-3 whitespace-pre-line">{words}</p>
            {address !== '' && (
              <p className="mt-3">
                <a href={address} className="text-link">
                  {label}
                </a>
              </p>
            )}
            <p className="mt-5 text-sm text-soft">
              With a link to turn off emails about announcements.
            </p>
          </div>
        </Section>
      )}
    </>
  )
}
