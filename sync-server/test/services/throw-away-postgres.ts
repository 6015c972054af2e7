import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { makeTemplate } from '#server/test/template.ts'

export interface ThrowAwayPostgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

export async function startThrowAwayPostgres(): Promise<ThrowAwayPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-test-'))
  const database = await startEmbeddedPostgres({ dataDir, throwAway: true })
  const stop = async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(database.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: database.url, stop }
}
