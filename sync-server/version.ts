import { readFileSync } from 'node:fs'

/** The release, as people name it. Whether a database can be used is decided by its migrations. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}
