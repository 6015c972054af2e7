import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { languageName } from './language-name.ts'

await startI18n()

test.each([
  ['en', 'French'],
  ['fr', 'Français'],
  ['tr', 'Fransızca'],
])('writes the name of a language as a label in %s', async (language, name) => {
  await speak(language)
  expect(languageName('fr')).toBe(name)
})

test('an unknown code is unchanged', async () => {
  await speak('fr')
  expect(languageName('qx')).toBe('qx')
})
