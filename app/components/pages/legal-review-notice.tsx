import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { LegalPage } from '#db/enums.ts'

/** For admins only: these are sample texts that a lawyer should review. */
export function LegalReviewNotice({ page }: { page: LegalPage }) {
  const { viewer } = useShell()
  if (viewer?.accountType !== 'admin') return null
  return (
    <Notice className="mt-6 text-base">
      Only admins see this: the text is a draft that describes how Hemline works. Before you open
      your shop, add your company’s name and address, have a lawyer review it, and{' '}
      <TextLink to={href('/admin/legal/:page', { page })}>publish your own version</TextLink>.
    </Notice>
  )
}
