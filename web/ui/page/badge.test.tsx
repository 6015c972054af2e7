import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Badge } from './badge.tsx'

test('a table without room leaves the word of a badge whole', async () => {
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
