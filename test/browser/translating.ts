import type { Page } from 'playwright-core'

export const translators = ['replaces texts', 'moves texts'] as const

/**
 * Translates the page, and everything that appears in it later, as translators of browsers do: one
 * kind shows another text in place of each, the other moves the text into an element of its own.
 * Returns the number of its elements.
 */
export function translate(page: Page, how: (typeof translators)[number]): Promise<number> {
  return page.evaluate((moves) => {
    const translations = document.body.getElementsByTagName('font')
    if (document.documentElement.dataset.translated) return translations.length
    document.documentElement.dataset.translated = 'yes'
    const translateText = (text: Text) => {
      const parent = text.parentElement
      if (!text.data.trim() || parent?.closest('font, script, style, textarea, title')) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      text.replaceWith(outer)
      inner.append(moves ? text : text.data)
    }
    const translateIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = node instanceof Text && node.isConnected ? [node] : []
      while (walker.nextNode())
        if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      texts.forEach(translateText)
    }
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(translateIn)
    }).observe(document.body, { childList: true, subtree: true })
    return translations.length
  }, how === 'moves texts')
}
