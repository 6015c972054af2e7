import type { TestProject } from 'vitest/node'
import { startThrowAwayPostgres } from './throw-away-postgres.ts'

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startThrowAwayPostgres()
  provide('postgresUrl', url)
  return stop
}
