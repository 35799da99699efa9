/** The elements that show a translation in place of a text that was removed. */
const translations = new WeakMap<Node, Element>()

/**
 * Translators of browsers replace texts by elements with the translation, or move texts into such
 * elements. React knows only its own texts: it would throw when it removes one or inserts something
 * before it, and nobody would see a change of one that is gone. With this, both happen where the
 * text is shown, and a text that changes is put back, for the translator to translate it again.
 */
export function supportBrowserTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null) {
    let next = child
    if (next && next.parentNode !== this) next = shown(next)
    while (next?.parentNode && next.parentNode !== this) next = next.parentNode
    insertBefore.call(this, node, next)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
    let removed: Node = child.parentNode === this ? child : shown(child)
    while (removed.parentNode !== this && removed.parentNode?.childNodes.length === 1)
      removed = removed.parentNode
    const parent = removed.parentNode
    removeChild.call(parent && this.contains(parent) ? parent : this, removed)
    return child
  }
  observer.observe(document, { childList: true, subtree: true })
}

function shown(node: Node): Node {
  return translations.get(node) ?? node
}

const observer = new MutationObserver((changes) => {
  for (const change of changes) {
    const { type, target, addedNodes, removedNodes } = change
    if (type === 'characterData') translations.get(target)?.replaceWith(target)
    for (const node of addedNodes) if (node instanceof Text) forgetTranslation(node)
    for (const node of removedNodes)
      if (node instanceof Text && !node.isConnected) findTranslation(node, change, changes)
  }
})

/** The original is shown again. */
function forgetTranslation(text: Text): void {
  translations.get(text)?.remove()
  translations.delete(text)
}

/** The translation has been added at the same time, in place of the text or beside it. */
function findTranslation(text: Text, removal: MutationRecord, changes: MutationRecord[]): void {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
  const { addedNodes, previousSibling, nextSibling } = removal
  const translation = [...addedNodes, previousSibling, nextSibling].find(
    (node) => node instanceof Element && added.includes(node),
  )
  if (!(translation instanceof Element)) return
  translations.set(text, translation)
  observer.observe(text, { characterData: true })
}
