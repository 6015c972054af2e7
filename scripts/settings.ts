// npm run settings: writes the table of settings in README.md, and .env.example.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes/programs.ts'
import { exampleFile, withSettingsTable } from './settings/written-settings.ts'

const readme = join(root, 'README.md')
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')))
writeFileSync(join(root, '.env.example'), exampleFile())
