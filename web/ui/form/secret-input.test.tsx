import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { speak } from '#web/test/speak.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { SecretInput } from './secret-input.tsx'

test('a button with a localized name shows the typed secret, by keyboard too', async () => {
  await render(await openTestStore(), <SecretInput label="Parola" />)
  await speak('tr', { showCharacters: 'Karakterleri göster' })
  const field = page.getByLabelText('Parola')
  await field.fill('uzun bir parola')
  await expect.element(field).toHaveAttribute('type', 'password')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Karakterleri göster' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAttribute('type', 'text')
})
