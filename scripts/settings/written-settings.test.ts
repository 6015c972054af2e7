import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type Settings, settingList, settings } from '#server/settings/settings.ts'
import { root } from '../processes/programs.ts'
import { exampleFile, withSettingsTable } from './written-settings.ts'

const read = (name: string): string => readFileSync(join(root, name), 'utf8')

it('README.md and .env.example show the settings that the server reads (npm run settings)', () => {
  expect(read('README.md')).toBe(withSettingsTable(read('README.md')))
  expect(read('.env.example')).toBe(exampleFile())
})

it('every example is valid, and every default is what the server uses without the setting', () => {
  const uncommented = read('.env.example').replaceAll(/^# (?=[A-Z0-9_]+=)/gm, '')
  const shown = parseEnv(uncommented) as Record<string, string>
  expect(Object.keys(shown).toSorted()).toEqual(settingList.map(({ name }) => name).toSorted())
  const defaults = settingList.flatMap(({ name, fallback }) => (fallback === undefined ? [] : [[name, fallback]]))
  expect(readConfig(Object.fromEntries(defaults) as Record<string, string>)).toEqual(readConfig({}))
  const wrong = settingList.filter(
    ({ name, example }) => example && !settings.shape[name as keyof Settings].safeParse(example).success,
  )
  expect(wrong).toEqual([])
})
