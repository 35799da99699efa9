import { always, eventually } from '@antithesishq/bombadil'
import { type Action, actions, extract } from '@antithesishq/bombadil/browser'
import { choose } from './chance.ts'
import { type Control, controlsIn, fieldsIn, TEXT_FIELDS } from './controls.ts'
import { belongTogether } from './pages.ts'
import { type Focus, patternOf, textFor } from './texts.ts'

/** How often one kind of action is taken, compared with the others. */
const WEIGHTS = { link: 3, submit: 4, button: 3, field: 4, choice: 2, label: 0.5 }

interface Choice {
  readonly key: string
  readonly weight: number
  readonly action: Action
  readonly kind: Control['kind'] | 'type' | 'key' | 'move' | 'leave' | 'file'
}

/** The properties of every state, and the next action in it: the same for the same seed. */
export function specify({ seed, photo }: { readonly seed: string; readonly photo: string }) {
  const page = extract(({ document, window }) => {
    const [first] = window.performance.getEntriesByType('navigation')
    const opened = first instanceof PerformanceNavigationTiming ? first : null
    return {
      path: window.location.pathname,
      address: window.location.pathname + window.location.search,
      isHtml: document.contentType === 'text/html',
      isOurs:
        /^http/.test(window.location.href) && !window.location.pathname.startsWith('/sandbox'),
      isOutside: !/^http/.test(window.location.href),
      title: document.title,
      headings: [...document.querySelectorAll('h1')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.textContent ?? ''),
      isLoading: document.querySelector('.progress-line') !== null,
      loadedAt: window.performance.timeOrigin,
      status: opened?.responseStatus ?? 0,
      failure:
        document.querySelector<HTMLElement>('[data-error-kind], [data-failure=crash]')?.innerText ??
        null,
      failed: window.performance
        .getEntriesByType('resource')
        .filter((one): one is PerformanceResourceTiming => one instanceof PerformanceResourceTiming)
        .filter(({ responseStatus }) => responseStatus >= 500)
        .map(({ name, responseStatus }) => `${responseStatus} ${name}`),
      isRefused: [
        ...document.querySelectorAll(
          'main [role=alert], main [aria-invalid=true], dialog [role=alert], dialog [aria-invalid=true]',
        ),
      ].some((one) => one.checkVisibility()),
    }
  })
  const complaints = extract(({ console, errors }) => [
    ...console
      .filter(({ level }) => level === 'error')
      .map(({ args }) => args.map(String).join(' ')),
    ...errors.uncaughtExceptions.map(
      ({ text, remote_object }) => `${text} ${remote_object?.description ?? ''}`,
    ),
  ])
  const credits = extract(({ document, window }) => {
    const chip = document.querySelector<HTMLElement>(
      'header a[href="/credits"] span span',
    )?.parentElement
    const shown = /[\d,]+/.exec(chip?.firstChild?.textContent ?? '')?.[0]
    const answers = [
      ...window.performance.getEntriesByType('navigation'),
      ...window.performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[]
    return {
      shown: shown === undefined ? null : Number(shown.replaceAll(',', '')),
      // What the shop says with each answer: the lines of the statement, and their sum.
      statement: [
        ...new Set(
          answers.flatMap(({ serverTiming }) =>
            serverTiming.filter(({ name }) => name === 'statement').map((one) => one.description),
          ),
        ),
      ],
    }
  })
  const fields = extract(({ document }) => fieldsIn(document))
  const controls = extract(({ document, window }) => controlsIn(document, window))
  const focus = extract(({ document }): (Focus & { readonly isSelect: boolean }) | null => {
    const active = document.activeElement
    if (active instanceof HTMLSelectElement)
      return { type: 'select', name: active.name, isSelect: true }
    if (!active?.matches(TEXT_FIELDS)) return null
    const { type, name, id } = active as HTMLInputElement
    return { type, name: name || id, isSelect: false }
  })
  const files = extract(({ document }) =>
    [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]
      .filter(({ id, disabled }) => id && !disabled)
      .map(({ id }) => id),
  )
  const scroll = extract(({ document, window }) => ({
    y: window.scrollY,
    left: document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
    width: window.innerWidth,
    height: window.innerHeight,
  }))
  const history = extract(({ navigationHistory }) => ({
    back: navigationHistory.back.length > 0,
    forward: navigationHistory.forward.length > 0,
  }))

  let step = 0
  let scrolls = 0
  let chosen: Choice | null = null
  const timesChosen = new Map<string, number>()

  function choices(): Choice[] {
    const { isHtml, isOutside, path } = page.current
    const leaving: Choice[] = [
      { key: 'back', weight: history.current.back ? 0.4 : 0, action: 'Back', kind: 'leave' },
      {
        key: 'forward',
        weight: history.current.forward ? 0.2 : 0,
        action: 'Forward',
        kind: 'leave',
      },
      { key: 'reload', weight: 0.2, action: 'Reload', kind: 'leave' },
    ]
    // The browser's own page, such as its question whether to send a form again.
    if (!isHtml || isOutside) return leaving.slice(0, 1)
    const route = path.replaceAll(/[0-9a-f-]{36}/g, ':id')
    const clicks = controls.current.map(({ key, kind, point, fingerprint }): Choice => {
      // A link leads to the same page from everywhere.
      const named = kind === 'link' ? key : `${route} ${key}`
      return {
        key: named,
        kind,
        // What has been chosen often becomes rare, so that the walk goes on to what is new.
        weight: WEIGHTS[kind] / (1 + (timesChosen.get(named) ?? 0)),
        action: { Click: { fingerprint, point } },
      }
    })
    return [...clicks, ...typing(), ...moving(), ...leaving].filter(({ weight }) => weight > 0)
  }

  function typing(): Choice[] {
    const focused = focus.current
    const uploads = files.current.map(
      (id): Choice => ({
        key: `${page.current.path} file ${id}`,
        kind: 'file',
        weight: 2,
        action: { SetFileInputFiles: { selector: `#${id}`, files: [photo] } },
      }),
    )
    const press = (name: string, code: number, weight: number): Choice => ({
      key: name,
      kind: 'key',
      weight,
      action: { PressKey: { code } },
    })
    if (!focused) return [...uploads, press('tab', 9, 0.3), press('escape', 27, 0.2)]
    const keys = [press('tab', 9, 2), press('escape', 27, 0.2)]
    if (focused.isSelect) return [...uploads, ...keys, press('down', 40, 8), press('up', 38, 2)]
    const text = textFor(`${seed} ${step}`, focused)
    return [
      ...uploads,
      ...keys,
      press('enter', 13, 2),
      press('backspace', 8, 1),
      {
        key: 'type',
        kind: 'type',
        weight: 15,
        action: { TypeText: { text: { Regexp: patternOf(text) }, delayMillis: 1 } },
      },
    ]
  }

  function moving(): Choice[] {
    const { y, left, width, height } = scroll.current
    const origin = { x: width / 2, y: height / 2 }
    const moves: Choice[] = []
    if (left >= 1)
      moves.push({
        key: 'down',
        kind: 'move',
        weight: 6 / (1 + scrolls),
        action: { ScrollDown: { origin, distance: Math.min(left, height * 0.7) } },
      })
    if (y >= 1)
      moves.push({
        key: 'up',
        kind: 'move',
        weight: 1 / (1 + scrolls),
        action: { ScrollUp: { origin, distance: Math.min(y, height * 0.7) } },
      })
    return moves
  }

  /** The router changes the address a moment before React changes the page. */
  function isConsistent(): boolean {
    const { path, title, headings, isHtml, isOurs, isLoading } = page.current
    if (!isHtml || !isOurs) return true
    if (isLoading) return false
    return headings.length === 1 && belongTogether(path, title, headings[0] ?? '')
  }

  let before: { page: typeof page.current; fields: typeof fields.current } | null = null

  /** The fields whose text was lost since the state before. */
  function lostTexts(): string[] {
    const earlier = before
    const { page: now, fields: values } = { page: page.current, fields: fields.current }
    before = { page: now, fields: values }
    if (!earlier || !chosen || earlier.page.path !== now.path) return []
    if (['type', 'key', 'leave', 'link'].includes(chosen.kind)) return []
    const isSent = chosen.kind === 'submit' && !now.isRefused
    if (isSent || earlier.page.loadedAt !== now.loadedAt) return []
    const current = new Map(values.map(({ key, value }) => [key, value]))
    return earlier.fields
      .filter(({ key, value }) => value && current.has(key) && current.get(key) !== value)
      .map(({ key }) => key)
  }

  let statementBefore: string | null = null

  return {
    walk: actions(() => {
      // What is still being rendered is waited for, which takes no step: it can take any time.
      chosen = isConsistent() ? choose(`${seed} ${step + 1}`, choices()) : null
      if (!chosen) return ['Wait']
      step++
      scrolls = chosen.kind === 'move' ? scrolls + 1 : 0
      timesChosen.set(chosen.key, (timesChosen.get(chosen.key) ?? 0) + 1)
      return [chosen.action]
    }),

    addressAndHeadingBelongTogether: always(eventually(isConsistent).within(60, 'seconds')),

    balanceChangesOnlyWithAStatementLine: always(() => {
      const { shown, statement } = credits.current
      const all = statementBefore === null ? statement : [...statement, statementBefore]
      statementBefore = statement.at(-1) ?? statementBefore
      return shown === null || all.some((one) => Number(one.split(':')[1]) === shown)
    }),

    typedTextIsNeverLost: always(() => lostTexts().length === 0),

    noErrorPage: always(() => {
      const { status, failure, failed, title } = page.current
      return (
        status < 500 && failure === null && failed.length === 0 && !/application error/i.test(title)
      )
    }),

    noConsoleError: always(() => complaints.current.length === 0),
  }
}
