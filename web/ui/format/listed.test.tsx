import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { Listed, listed } from './listed.tsx'

await startI18n()

test('values are separated by the language’s list separator', async () => {
  expect([listed([]), listed(['Pier']), listed(['Pier', 'Quay', 'Mole'])]).toEqual(['', 'Pier', 'Pier, Quay, Mole'])
  await speak('fr')
  expect(listed(['Pier', 'Quay', 'Mole'])).toBe('Pier, Quay et Mole')
  await speak('tr')
  expect(listed(['Pier', 'Quay', 'Mole'])).toBe('Pier, Quay, Mole')
  await speak('ar')
  expect([listed(['AED', 'USD']), listed(['AED', 'USD', 'TRY'])]).toEqual(['AED، USD', 'AED، USD، TRY'])
})

test('parts remain separate elements', async () => {
  await render(<Listed parts={[<bdi key="a">Pier</bdi>, <bdi key="b">Quay</bdi>]} />)
  await expect.element(page.getByText('Pier')).toBeVisible()
  expect(document.body.textContent).toContain('Pier, Quay')
})
