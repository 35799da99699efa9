import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'medium' | 'small'

const SHARED =
  'inline-flex items-center justify-center gap-2 text-center font-(family-name:--font-button) font-medium ' +
  'transition-colors duration-150 aria-disabled:cursor-default aria-disabled:opacity-60 ' +
  'disabled:cursor-default disabled:opacity-50 print:hidden'

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary:
    'rounded-control border border-button bg-button text-on-button hover:bg-button-hover hover:border-button-hover',
  secondary:
    'rounded-control border border-edge bg-transparent text-ink hover:border-ink hover:bg-sand',
  quiet: 'text-ink text-link',
  danger: 'rounded-control border border-danger bg-danger text-white hover:bg-ink hover:border-ink',
}

const SIZES: Readonly<Record<ButtonSize, string>> = {
  medium: 'min-h-12 px-[min(1.75rem,8vw)] py-2.5 text-[0.9375rem] leading-tight',
  small: 'min-h-9 px-4 py-1.5 text-sm leading-tight',
}

const QUIET_SIZES: Readonly<Record<ButtonSize, string>> = {
  medium: 'min-h-12 text-[0.9375rem]',
  small: 'min-h-9 text-sm',
}

export type ButtonStyle = {
  readonly kind?: ButtonKind | undefined
  readonly size?: ButtonSize | undefined
  /** As wide as its container. */
  readonly wide?: boolean | undefined
}

export function buttonStyle(
  { kind = 'primary', size = 'medium', wide = false }: ButtonStyle,
  className?: string,
): string {
  const measure = kind === 'quiet' ? QUIET_SIZES[size] : SIZES[size]
  return classNames(SHARED, KINDS[kind], measure, wide && 'w-full', className)
}
