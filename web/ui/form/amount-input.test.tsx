import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { AmountInput } from './amount-input.tsx'

const typed: string[] = []
const input = page.getByRole('textbox', { name: 'Amount' })

function Probe({ error }: { readonly error?: string }) {
  const [value, setValue] = useState('')
  const change = (text: string) => {
    typed.push(text)
    setValue(text)
  }
  return <AmountInput label="Amount" value={value} onChange={change} prefix="$" units={['$', 'USD']} error={error} />
}

async function typeAndBlur(text: string) {
  await input.fill(text)
  await userEvent.keyboard('{Tab}')
  typed.length = 0
}

test('an amount keeps its typed form until blur, then all its digits are grouped', async () => {
  await render(await openTestStore(), <Probe />)
  await input.fill('$1250000.5')
  await expect.element(input).toHaveValue('$1250000.5')
  await userEvent.keyboard('{Tab}')
  await expect.element(input).toHaveValue('1,250,000.5')
  await typeAndBlur('12345.678901')
  await expect.element(input).toHaveValue('12,345.678901')
  expect(input.element().getAttribute('inputmode')).toBe('decimal')
})

test('text that is not an amount is unchanged on blur', async () => {
  await render(await openTestStore(), <Probe />)
  for (const wrong of ['1.000,50', 'about 5', '€5']) {
    await typeAndBlur(wrong)
    await expect.element(input).toHaveValue(wrong)
    expect(typed).toEqual([])
  }
})

test('a field with an error keeps its text, because a change would hide the message', async () => {
  await render(await openTestStore(), <Probe error="Must be at most 100" />)
  await typeAndBlur('1250000')
  await expect.element(input).toHaveValue('1250000')
  expect(typed).toEqual([])
  await expect.element(page.getByText('Must be at most 100')).toBeVisible()
})

test('the likely meaning of an unclear amount is suggested below the field and applied only when clicked', async () => {
  await render(await openTestStore(), <Probe />)
  await input.fill('1.234.567,89')
  const offer = page.getByRole('button', { name: 'Did you mean 1,234,567.89?' })
  await expect.element(offer).toBeVisible()
  await expect.element(input).toHaveValue('1.234.567,89')
  await offer.click()
  await expect.element(input).toHaveValue('1,234,567.89')
  await expect.element(offer).not.toBeInTheDocument()
})

test('the suggestion disappears as soon as the person continues typing', async () => {
  await render(await openTestStore(), <Probe />)
  await input.fill('1.234')
  const offers = page.getByRole('button', { name: /^Did you mean/ })
  await expect.element(offers).toBeVisible()
  await input.fill('1.23')
  expect(offers.elements()).toEqual([])
})

test('a currency sign keeps its character order in a right-to-left page', async () => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  document.documentElement.dir = 'rtl'
  await render(
    await openTestStore(),
    <AmountInput label="Amount" value="" onChange={() => {}} prefix="US$" units={[]} />,
  )
  const sign = page.getByText('US$').element().firstChild!
  const at = [0, 2].map((index) => {
    const letter = document.createRange()
    letter.setStart(sign, index)
    letter.setEnd(sign, index + 1)
    return letter.getBoundingClientRect().left
  })
  expect(at).toEqual(at.toSorted((a, b) => a - b))
})
