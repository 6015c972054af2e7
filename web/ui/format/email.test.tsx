import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Email } from './email.tsx'

const address = 'portfolio.manager@atlantic-pension.example'

function linesOf(element: Element): string[] {
  const lines = new Map<number, string>()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [at, letter] of node.textContent!.split('').entries()) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      lines.set(top, (lines.get(top) ?? '') + letter)
    }
  return [...lines.values()]
}

test.each([140, 200, 260])('at %i px an address breaks between its parts', async (inlineSize) => {
  const { container } = await render(
    <div style={{ inlineSize, overflowWrap: 'anywhere', font: '16px monospace' }}>
      <Email>{address}</Email>
    </div>,
  )
  expect(container.textContent).toBe(address)
  const [, ...later] = linesOf(container)
  expect(later.length).toBeGreaterThan(0)
  expect(later.filter((line) => !/^[@.]|^pension/.test(line))).toEqual([])
})
