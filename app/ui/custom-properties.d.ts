import 'react'

declare module 'react' {
  // Components hand measures to the stylesheet as custom properties.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
