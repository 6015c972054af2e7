import { TextInput } from '@mantine/core'
import { expect, onTestFinished, test } from 'vitest'
import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Name } from './name.tsx'

const long = '500 Startups and the Very Long Limited Partnership of Everybody'

async function inArabic(screen: ReactNode) {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await draw(await openTestStore(), screen)
}

function placeOf(text: string, part: string): DOMRect {
  const node = page.getByText(text, { exact: true }).element().firstChild as Text
  const range = document.createRange()
  range.setStart(node, text.indexOf(part))
  range.setEnd(node, text.indexOf(part) + part.length)
  return range.getBoundingClientRect()
}

test('a name of the other direction reads in its own order', async () => {
  await inArabic(<Name>500 Startups</Name>)
  expect(placeOf('500 Startups', '500').right).toBeLessThanOrEqual(placeOf('500 Startups', 'Startups').left)
})

test('a name that is too long is cut at its own end and keeps its beginning', async () => {
  await inArabic(
    <p data-cut data-testid="room" style={{ inlineSize: 160, whiteSpace: 'nowrap' }}>
      <Name>{long}</Name>
    </p>,
  )
  const room = page.getByTestId('room').element().getBoundingClientRect()
  const name = page.getByText(long).element()
  expect(placeOf(long, '500').left).toBeCloseTo(room.left, 0)
  expect(getComputedStyle(name).textOverflow).toBe('ellipsis')
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth)
  expect(name.getBoundingClientRect().width).toBeLessThanOrEqual(160)
})

test('a short name begins where the page begins', async () => {
  await inArabic(
    <p data-cut data-testid="room" style={{ inlineSize: 160, whiteSpace: 'nowrap' }}>
      <Name>Quay</Name>
    </p>,
  )
  const room = page.getByTestId('room').element().getBoundingClientRect()
  expect(placeOf('Quay', 'Quay').right).toBeCloseTo(room.right, 0)
})

test('what is typed into a field has its own direction and begins where the page begins', async () => {
  await inArabic(<TextInput label="Name" defaultValue="500 Startups" />)
  const { direction, textAlign, unicodeBidi } = getComputedStyle(page.getByLabelText('Name').element())
  expect({ direction, textAlign, unicodeBidi }).toEqual({
    direction: 'rtl',
    textAlign: 'right',
    unicodeBidi: 'plaintext',
  })
})
