import type { CSSProperties } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PhoneLink } from './phone-link.tsx'

test('the touch target of a phone number is higher than its line', async () => {
  const screen = await render(
    <div style={{ '--target': '44px', paddingBlock: 40 } as CSSProperties}>
      <PhoneLink phone="+44 20 7946 0000" />
    </div>,
  )
  const link = screen.getByRole('link', { name: '+44 20 7946 0000' }).element()
  const { top, bottom, left, width } = link.getBoundingClientRect()
  expect(bottom - top).toBeLessThan(30)
  const middle = [left + width / 2, (top + bottom) / 2] as const
  for (const offset of [-20, 20]) expect(document.elementFromPoint(middle[0], middle[1] + offset)).toBe(link)
})
