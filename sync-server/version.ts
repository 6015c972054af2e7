import { readFileSync } from 'node:fs'

/** Of the release, for people: what a database can be used with depends on its migrations. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}
