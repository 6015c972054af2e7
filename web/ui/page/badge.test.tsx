import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { render as renderWithStore } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Badge } from './badge.tsx'

test('a badge does not break its word in a narrow table', async () => {
  await render(
    <table style={{ inlineSize: '12rem' }}>
      <tbody>
        <tr>
          <td>What somebody did with many a record</td>
          <td>
            <Badge>Throttled</Badge>
          </td>
        </tr>
      </tbody>
    </table>,
  )
  const word = document.createRange()
  word.selectNodeContents(page.getByText('Throttled').element())
  expect(word.getClientRects()).toHaveLength(1)
})

test('the text of a badge is on the baseline of the row', async () => {
  await renderWithStore(
    await openTestStore(),
    <table data-density="COMPACT" style={{ fontSize: 15 }}>
      <tbody>
        <tr style={{ height: 40 }}>
          <td>May 4, 2026</td>
          <td>
            <Badge tone="info">Upcoming</Badge>
          </td>
        </tr>
      </tbody>
    </table>,
  )
  const baselineOf = (element: Element) => {
    const marker = document.createElement('span')
    marker.style.display = 'inline-block'
    element.append(marker)
    const { bottom } = marker.getBoundingClientRect()
    marker.remove()
    return bottom
  }
  const words = [page.getByText('May 4, 2026'), page.getByText('Upcoming')].map((each) => baselineOf(each.element()))
  expect(Math.abs(words[0]! - words[1]!)).toBeLessThan(0.5)
})
