import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const migrationsFolder = fileURLToPath(new URL('../../sync-server/db/migrations', import.meta.url))

export interface Journal {
  readonly version: string
  readonly dialect: string
  readonly entries: readonly { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

export interface Committed {
  readonly journal: Journal
  readonly tags: readonly string[]
  readonly statements: readonly string[]
  readonly snapshot: { readonly id: string }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

export function readCommitted(folder = migrationsFolder): Committed {
  const journal = readJson(`${folder}/meta/_journal.json`) as Journal
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return {
    journal,
    tags: files.map((name) => name.replace(/\.sql$/, '')),
    statements: files.flatMap((name) => statementsOf(readFileSync(`${folder}/${name}`, 'utf8'))),
    snapshot: readJson(`${folder}/meta/snapshot.json`) as Committed['snapshot'],
  }
}

export const statementsOf = (text: string): string[] =>
  text.split('--> statement-breakpoint').map((each) => each.trim().replace(/;$/, ''))
