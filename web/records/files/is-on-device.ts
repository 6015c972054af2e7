import { filePathOf } from '#schema/kernel/files.ts'
import type { WithFile } from './with-file.ts'

interface Paper {
  readonly id: string
  readonly version: number
}

export const isFileHere = (entity: WithFile, { id, version }: Paper, address: string | null): boolean =>
  version > 0 && address === filePathOf(id, entity)
