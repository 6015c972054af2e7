import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startThrowAwayPostgres, type ThrowAwayPostgres } from './services/throw-away-postgres.ts'
import { makeTemplate } from './template.ts'

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startServer()
  const responsesFolder = mkdtempSync(join(tmpdir(), 'holdfast-responses-'))
  provide('postgresUrl', url)
  provide('responsesFolder', responsesFolder)
  return async () => {
    rmSync(responsesFolder, { recursive: true, force: true })
    await stop()
  }
}

/** With CITUS_URL, of a coordinator's database as superuser, the tests run on a distributed database. */
async function startServer(): Promise<ThrowAwayPostgres> {
  const url = process.env['CITUS_URL']
  if (!url) return startThrowAwayPostgres()
  await makeTemplate(url)
  return { url, stop: async () => {} }
}
