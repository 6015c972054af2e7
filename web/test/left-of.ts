/** Where the first text that matches is drawn. */
export function leftOf(container: Element, part: RegExp): number {
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const found = part.exec((node as Text).data)
    if (!found) continue
    const range = document.createRange()
    range.setStart(node, found.index)
    range.setEnd(node, found.index + found[0].length)
    return range.getBoundingClientRect().left
  }
  throw new Error(`${part.source} is not shown`)
}
