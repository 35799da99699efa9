import type { Page } from 'playwright-core'

/** The lines of a page that begin or end with a visible dot between facts. */
export async function hangingDots(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isShown = (element: Element, { left, right }: DOMRect): boolean => {
      if (!element.checkVisibility()) return false
      for (let around: Element | null = element; around; around = around.parentElement) {
        const clip = getComputedStyle(around).clipPath
        const cut = Number.parseFloat(/ (-?[\d.]+)px\)$/.exec(clip)?.[1] ?? 'NaN')
        if ((left + right) / 2 < around.getBoundingClientRect().left + cut) return false
      }
      return true
    }
    const textsIn = (element: Node): Text[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode())
        if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      return texts
    }
    const rectsOf = (text: Text, from: number, to: number): DOMRect[] => {
      if (text.data.slice(from, to).trim() === '') return []
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return [...range.getClientRects()]
    }
    /** The element with the whole line. */
    const lineAround = (text: Text): Element | null => {
      let element = text.parentElement
      while (
        element &&
        (getComputedStyle(element).display.startsWith('inline') ||
          element.textContent.trim() === '·')
      )
        element = element.parentElement
      return element
    }
    return textsIn(document.body).flatMap((text) =>
      [...text.data.matchAll(/·/g)].flatMap(({ index: at }) => {
        const [dot] = rectsOf(text, at, at + 1)
        const line = lineAround(text)
        if (!dot || !line || !text.parentElement || !isShown(text.parentElement, dot)) return []
        const middle = (dot.top + dot.bottom) / 2
        const beside = textsIn(line)
          .flatMap((other) => {
            if (other === text)
              return [...rectsOf(text, 0, at), ...rectsOf(text, at + 1, text.data.length)]
            return other.data.trim() === '·' ? [] : rectsOf(other, 0, other.data.length)
          })
          .filter(({ top, bottom }) => top < middle && middle < bottom)
        const hasBefore = beside.some(({ left }) => left < dot.left)
        const hasAfter = beside.some(({ right }) => right > dot.right)
        return hasBefore && hasAfter ? [] : [line.textContent]
      }),
    )
  })
}
