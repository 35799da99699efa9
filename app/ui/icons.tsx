import type { ReactNode, SVGProps } from 'react'

// Drawn on a 24-pixel grid with one thin line. Decorative: the text beside or the label says it.

type IconProps = SVGProps<SVGSVGElement>

function Icon({ children, ...props }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
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
      <path d="m5.500 5.500 13 13M18.500 5.500l-13 13" />
    </Icon>
  )
}

export function HeartIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 20S3.500 15 3.500 9.200A4.700 4.700 0 0 1 8.200 4.500c1.700 0 3 .9 3.800 2.300.8-1.400 2.100-2.300 3.800-2.300a4.700 4.700 0 0 1 4.700 4.700C20.500 15 12 20 12 20Z" />
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
      <path d="m6 9.500 6 6 6-6" />
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
      <path d="M8 5.500v13l10.500-6.500Z" />
    </Icon>
  )
}

export function PencilIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4 20 1-4.500L16.500 4l3.500 3.500L8.500 19 4 20Zm10-13.500 3.500 3.500" />
    </Icon>
  )
}

export function InstagramIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="4" y="4" width="16" height="16" rx="4.500" />
      <circle cx="12" cy="12" r="3.600" />
      <path d="M16.600 7.400h.01" strokeWidth="2" />
    </Icon>
  )
}

export function CoinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8" />
      <path d="M14.700 9.700a3.600 3.600 0 1 0 0 4.600" />
    </Icon>
  )
}

export function EyeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.500 12S6 5.800 12 5.800 21.500 12 21.500 12 18 18.200 12 18.200 2.500 12 2.500 12Z" />
      <circle cx="12" cy="12" r="2.800" />
    </Icon>
  )
}

export function EyeOffIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.500 12S6 5.800 12 5.800 21.500 12 21.500 12 18 18.200 12 18.200 2.500 12 2.500 12ZM4 20 20 4" />
    </Icon>
  )
}

export function HangerIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 6.500a2 2 0 1 1 2.600 1.900c-.4.1-.6.4-.6.800v1.300m0 0 8.300 5.600c.9.600.5 1.900-.6 1.900H4.300c-1.100 0-1.500-1.300-.6-1.900L12 10.500Z" />
    </Icon>
  )
}
