import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inject } from 'vitest'
import type { Answer } from './answers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    answersFolder: string
  }
}

const nameOf = (testFile: string): string => relative('sync-server', testFile).replaceAll(/[/\\]/g, ' ')

export const saveReceived = (testFile: string, met: readonly Answer[]): void =>
  writeFileSync(join(inject('answersFolder'), nameOf(testFile)), JSON.stringify(met))

export const hasRun = (testFile: string): boolean => recordedFiles().includes(nameOf(testFile))

export const allMet = (): ReadonlySet<Answer> =>
  new Set(
    recordedFiles().flatMap(
      (name) => JSON.parse(readFileSync(join(inject('answersFolder'), name), 'utf8')) as Answer[],
    ),
  )

const recordedFiles = (): readonly string[] => readdirSync(inject('answersFolder'))
