import type { ReactNode, SVGProps } from 'react'

// Drawn on a 24-pixel grid with one thin line, as large as base.css says unless a class or a number of
// pixels sets another size: WebKit reports units in these attributes as errors. Decorative: the text or label beside it has the
// meaning.

export type IconProps = SVGProps<SVGSVGElement>

export function Icon({ children, ...props }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...props}
    >
      {children}
    </svg>
  )
}

/** A component that draws these shapes. */
export const icon = (shapes: ReactNode) => (props: IconProps) => <Icon {...props}>{shapes}</Icon>
export const MenuIcon = icon(<path d="M3 8h18M3 16h12" />)
export const CloseIcon = icon(<path d="m5.5 5.5 13 13M18.5 5.5l-13 13" />)
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
)
export const HeartIcon = icon(
  <path d="M12 20S3.5 15 3.5 9.2A4.7 4.7 0 0 1 8.2 4.5c1.7 0 3 .9 3.8 2.3.8-1.4 2.1-2.3 3.8-2.3a4.7 4.7 0 0 1 4.7 4.7C20.5 15 12 20 12 20Z" />,
)
export const ArrowLeftIcon = icon(<path d="M20 12H4m6-6-6 6 6 6" />)
export const ArrowRightIcon = icon(<path d="M4 12h16m-6-6 6 6-6 6" />)
export const ChevronDownIcon = icon(<path d="m6 9.5 6 6 6-6" />)
export const PauseIcon = icon(<path d="M9 6v12M15 6v12" />)
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5Z" />)
export const PencilIcon = icon(<path d="m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19 4 20Zm10-13.5 3.5 3.5" />)
export const InstagramIcon = icon(
  <>
    <rect x="4" y="4" width="16" height="16" rx="4.5" />
    <circle cx="12" cy="12" r="3.6" />
    <path d="M16.6 7.4h.01" strokeWidth="2" />
  </>,
)
export const HangerIcon = icon(
  <path d="M10 6.5a2 2 0 1 1 2.6 1.9c-.4.1-.6.4-.6.8v1.3m0 0 8.3 5.6c.9.6.5 1.9-.6 1.9H4.3c-1.1 0-1.5-1.3-.6-1.9L12 10.5Z" />,
)
