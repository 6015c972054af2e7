import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { Parted } from './parted.tsx'

await startI18n()

test('facts about one thing are separated without a word in every language', async () => {
  for (const language of ['en', 'fr', 'ar']) {
    await speak(language)
    const { container, unmount } = await render(<Parted parts={[<bdi key="who">Sofia</bdi>, '$5', '11/26/2026']} />)
    expect(container.textContent).toBe('Sofia · $5 · 11/26/2026')
    await unmount()
  }
  const { container } = await render(<Parted parts={['$5']} />)
  expect(container.textContent).toBe('$5')
})
