import { AnnouncementBanner } from '#app/components/announcements/announcement-banner.tsx'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { ConsentNotice } from './consent-notice.tsx'

/** What stands above the content of every page of somebody. */
export function Notices() {
  const { banner } = useShell()
  return (
    <>
      {banner && <AnnouncementBanner key={banner.id} banner={banner} />}
      <ConsentNotice />
    </>
  )
}
