import { Link } from '#app/ui/link.tsx'
import { type SupportKind, supportKinds } from '#db/enums.ts'
import { SUPPORT_KINDS } from '#domain/care/support/support-words.ts'

/** The kinds of problems, each a link to its form. */
export function SupportKinds({ kindTo }: { kindTo: (kind: SupportKind) => string }) {
  return (
    <ul className="max-w-xl border-t border-line">
      {supportKinds.map((kind) => (
        <li key={kind} className="border-b border-line">
          <Link
            to={kindTo(kind)}
            rel="nofollow"
            className="flex min-h-14 items-center justify-between gap-4 py-3 hover:bg-sand hover:text-primary-800"
          >
            <span>{SUPPORT_KINDS[kind]}</span>
            <span aria-hidden="true">→</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
