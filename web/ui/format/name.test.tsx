import { TextInput } from '@mantine/core'
import { expect, onTestFinished, test } from 'vitest'
import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Name } from './name.tsx'

const long = '500 Startups and the Very Long Limited Partnership of Everybody'

async function inArabic(screen: ReactNode) {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await render(await openTestStore(), screen)
}

function rectOf(text: string, part: string): DOMRect {
  const node = page.getByText(text, { exact: true }).element().firstChild as Text
  const range = document.createRange()
  range.setStart(node, text.indexOf(part))
  range.setEnd(node, text.indexOf(part) + part.length)
  return range.getBoundingClientRect()
}

test('a name keeps its own text direction', async () => {
  await inArabic(<Name>500 Startups</Name>)
  expect(rectOf('500 Startups', '500').right).toBeLessThanOrEqual(rectOf('500 Startups', 'Startups').left)
})

test('a long name is truncated at its own end', async () => {
  await inArabic(
    <p data-cut data-testid="room" style={{ inlineSize: 160, whiteSpace: 'nowrap' }}>
      <Name>{long}</Name>
    </p>,
  )
  const container = page.getByTestId('room').element().getBoundingClientRect()
  const name = page.getByText(long).element()
  expect(rectOf(long, '500').left).toBeCloseTo(container.left, 0)
  expect(getComputedStyle(name).textOverflow).toBe('ellipsis')
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth)
  expect(name.getBoundingClientRect().width).toBeLessThanOrEqual(160)
})

test('a short name is aligned with the start of the page', async () => {
  await inArabic(
    <p data-cut data-testid="room" style={{ inlineSize: 160, whiteSpace: 'nowrap' }}>
      <Name>Quay</Name>
    </p>,
  )
  const container = page.getByTestId('room').element().getBoundingClientRect()
  expect(rectOf('Quay', 'Quay').right).toBeCloseTo(container.right, 0)
})

test('text in an input has its own direction and is aligned with the start of the page', async () => {
  await inArabic(<TextInput label="Name" defaultValue="500 Startups" />)
  const { direction, textAlign, unicodeBidi } = getComputedStyle(page.getByLabelText('Name').element())
  expect({ direction, textAlign, unicodeBidi }).toEqual({
    direction: 'rtl',
    textAlign: 'right',
    unicodeBidi: 'plaintext',
  })
})
