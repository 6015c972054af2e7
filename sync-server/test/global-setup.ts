import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startThrowAwayPostgres } from './services/throw-away-postgres.ts'

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startThrowAwayPostgres()
  const answersMet = mkdtempSync(join(tmpdir(), 'holdfast-answers-'))
  provide('postgresUrl', url)
  provide('answersMet', answersMet)
  return async () => {
    rmSync(answersMet, { recursive: true, force: true })
    await stop()
  }
}
