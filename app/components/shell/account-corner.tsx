import { href, useLocation } from 'react-router'
import type { ShellViewer } from '#app/components/viewer/shell.ts'
import { useNearbyFocus } from '#app/ui/hooks/use-nearby-focus.ts'
import { useReloadWhenRestored } from '#app/ui/hooks/use-reload-when-restored.ts'
import { PencilIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { CreditsChip } from './credits-chip.tsx'
import { HEADER_ICON, HEADER_LINK } from './header-style.ts'
import { NameMenu } from './name-menu.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** The part of the header that only signed-in people see. */
export function AccountCorner({ viewer }: { viewer: ShellViewer }) {
  const { pathname } = useLocation()
  useReloadWhenRestored()
  useNearbyFocus()
  return (
    <div className="flex items-center justify-end gap-2 lg:gap-5">
      {viewer.accountType === 'admin' && pathname === href('/') && (
        <Link
          to={`${href('/')}?edit=true`}
          aria-label="Edit home page"
          title="Edit home page"
          className={HEADER_ICON}
        >
          <PencilIcon />
        </Link>
      )}
      {viewer.accountType === 'regular' && (
        <CreditsChip
          balance={viewer.creditsBalance}
          heldPlan={viewer.heldPlan}
          sells={!viewer.consentIsDue}
        />
      )}
      <div className="flex items-center gap-5 max-lg:hidden">
        <NameMenu viewer={viewer} />
        <SignOutButton className={HEADER_LINK} />
      </div>
    </div>
  )
}
