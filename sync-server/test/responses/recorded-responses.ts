import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inject } from 'vitest'
import type { ResponseKey } from './response-recorder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    responsesFolder: string
  }
}

const nameOf = (testFile: string): string => relative('sync-server', testFile).replaceAll(/[/\\]/g, ' ')

export const saveReceived = (testFile: string, received: readonly ResponseKey[]): void =>
  writeFileSync(join(inject('responsesFolder'), nameOf(testFile)), JSON.stringify(received))

export const hasRun = (testFile: string): boolean => recordedFiles().includes(nameOf(testFile))

export const allReceived = (): ReadonlySet<ResponseKey> =>
  new Set(
    recordedFiles().flatMap(
      (name) => JSON.parse(readFileSync(join(inject('responsesFolder'), name), 'utf8')) as ResponseKey[],
    ),
  )

const recordedFiles = (): readonly string[] => readdirSync(inject('responsesFolder'))
