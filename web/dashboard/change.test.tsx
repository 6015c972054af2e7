import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { ChangeText } from './change.tsx'

await startI18n()

const leftOf = (container: Element, part: RegExp): number => {
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

test.each([
  ['+3', { value: 3, period: 'month' }],
  ['+2.1%', { value: '2.10', period: 'ytd' }],
  ['-2.1%', { value: '-2.10', period: 'quarter' }],
] as const)('in Arabic %s has its sign on the left and precedes the period', async (_, change) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('ar')
  const { container } = await render(
    <p dir="rtl">
      <ChangeText of={change} />
    </p>,
  )
  const [sign, digit, period] = [/[+-]/, /\d/, /هذا|منذ/].map((part) => leftOf(container, part))
  expect(sign).toBeLessThan(digit!)
  expect(period).toBeLessThan(sign!)
})
