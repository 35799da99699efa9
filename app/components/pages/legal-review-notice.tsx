import { useShell } from '#app/components/shell/use-shell.ts'
import { Notice } from '#app/ui/notice.tsx'

/** For admins only: these are sample texts that a lawyer should review. */
export function LegalReviewNotice({ file }: { file: string }) {
  const { viewer } = useShell()
  if (viewer?.accountType !== 'admin') return null
  return (
    <Notice className="mt-6 text-base">
      {`Only admins see this: the text describes how Hemline works. Before you open your shop, add your company’s name and address and have a lawyer review it. The text is in ${file}.`}
    </Notice>
  )
}
