import { type ReactNode, useEffect } from 'react'
import { href, useLocation } from 'react-router'
import type { ShellBanner } from '#app/components/viewer/shell.ts'
import { useFormScripts } from '#app/components/viewer/use-form-scripts.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'

// Apart from the header, whose parts the home page loads.

/** An announcement, until it is dismissed, which needs no script. */
export function AnnouncementBanner({ banner }: { banner: ShellBanner }) {
  const { id, title } = banner
  const { pathname, search } = useLocation()
  useFormScripts(useShell().dismissScripts)
  // The button that had the focus is gone.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus()
    },
    [],
  )
  const to = href('/announcements/dismiss')
  return (
    <BannerFrame banner={banner}>
      <Form
        method="post"
        action={to}
        failed="The announcement could not be dismissed."
        warnUnsaved={false}
        replace
        preventScrollReset
      >
        <input type="hidden" name="announcement" value={id} />
        <input type="hidden" name="return_to" value={pathname + search} />
        <button
          type="submit"
          className="min-h-11 cursor-pointer text-sm underline underline-offset-4 hover:no-underline"
        >
          Dismiss<span className="sr-only"> the announcement “{title}”</span>
        </button>
      </Form>
    </BannerFrame>
  )
}

type BannerFrameProps = { banner: Omit<ShellBanner, 'id'>; children?: ReactNode }

export function BannerFrame({ banner: { title, words, link }, children }: BannerFrameProps) {
  return (
    <section aria-label="Announcement" className="border-b border-line bg-sand">
      <div className="page-column flex flex-wrap items-start justify-between gap-x-8 py-2">
        <div className="min-w-0 grow basis-48 py-2.5 text-[0.9375rem] leading-snug wrap-anywhere">
          <p className="font-medium">{title}</p>
          <p className="mt-1 whitespace-pre-line">{words}</p>
          {link && (
            <p className="mt-1">
              <AdminLink {...link} />
            </p>
          )}
        </div>
        {children}
      </div>
    </section>
  )
}

/** To a path of this site, or to an https address elsewhere. */
function AdminLink({ address, label }: { address: string; label: string }) {
  if (!address.startsWith('/'))
    return (
      <a href={address} rel="noopener" className="text-link">
        {label}
      </a>
    )
  return (
    <Link to={address} className="text-link">
      {label}
    </Link>
  )
}
