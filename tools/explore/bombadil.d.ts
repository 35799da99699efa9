// The part of Bombadil's interface that we use: its package is installed for walks only.
declare module '@antithesishq/bombadil' {
  type Formula = { readonly not: unknown }
  type Within = (time: number, unit: 'milliseconds' | 'seconds') => Formula
  export function always(holds: Formula | (() => boolean)): Formula
  /** Within what time, counted from each state. */
  export function eventually(holds: () => boolean): { readonly within: Within }
}

declare module '@antithesishq/bombadil/browser' {
  type Point = { readonly x: number; readonly y: number }
  type Text = { readonly Regexp: string }

  export type Action =
    | 'Back'
    | 'Forward'
    | 'Reload'
    | 'Wait'
    | { readonly Click: { readonly fingerprint: object; readonly point: Point } }
    | { readonly TypeText: { readonly text: Text; readonly delayMillis: number } }
    | { readonly PressKey: { readonly code: number } }
    | { readonly ScrollDown: { readonly origin: Point; readonly distance: number } }
    | { readonly ScrollUp: { readonly origin: Point; readonly distance: number } }
    | {
        readonly SetFileInputFiles: { readonly selector: string; readonly files: readonly string[] }
      }

  type State = {
    readonly document: Document
    readonly window: Window
    readonly navigationHistory: {
      readonly back: readonly { readonly url: string }[]
      readonly forward: readonly { readonly url: string }[]
    }
    readonly errors: {
      readonly uncaughtExceptions: readonly {
        readonly text: string
        readonly remote_object: { readonly description: string | null } | null
      }[]
    }
    readonly console: readonly { readonly level: string; readonly args: readonly unknown[] }[]
  }

  /** What a function finds in the page, which it runs in; the rest runs beside the browser. */
  export function extract<Found>(find: (state: State) => Found): { readonly current: Found }
  export function actions(generate: () => Action[]): { readonly generate: unknown }
  export function getFingerprint(element: Element): object
}
