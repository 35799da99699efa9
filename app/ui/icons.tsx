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

export function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 8h18M3 16h12" />
    </Icon>
  )
}

export function CloseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5.5 5.5 13 13M18.5 5.500l-13 13" />
    </Icon>
  )
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </Icon>
  )
}

export function HeartIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 20S3.5 15 3.5 9.200A4.7 4.7 0 0 1 8.2 4.500c1.7 0 3 .9 3.8 2.3.8-1.4 2.1-2.3 3.8-2.300a4.7 4.7 0 0 1 4.7 4.700C20.5 15 12 20 12 20Z" />
    </Icon>
  )
}

export function ArrowLeftIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M20 12H4m6-6-6 6 6 6" />
    </Icon>
  )
}

export function ArrowRightIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 12h16m-6-6 6 6-6 6" />
    </Icon>
  )
}

export function ChevronDownIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m6 9.5 6 6 6-6" />
    </Icon>
  )
}

export function PauseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 6v12M15 6v12" />
    </Icon>
  )
}

export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 5.500v13l10.5-6.500Z" />
    </Icon>
  )
}

export function PencilIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4 20 1-4.500L16.5 4l3.5 3.500L8.5 19 4 20Zm10-13.5 3.5 3.5" />
    </Icon>
  )
}

export function InstagramIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <path d="M16.6 7.400h.01" strokeWidth="2" />
    </Icon>
  )
}

/** A sewing button: the icon of credits. */
export function TokenIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.8 9.8h.01M14.2 9.8h.01M9.8 14.2h.01M14.2 14.2h.01" strokeWidth="2.4" />
    </Icon>
  )
}

export function HangerIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 6.500a2 2 0 1 1 2.6 1.900c-.4.1-.6.4-.6.800v1.300m0 0 8.3 5.600c.9.6.5 1.9-.6 1.900H4.300c-1.1 0-1.5-1.3-.6-1.900L12 10.500Z" />
    </Icon>
  )
}
