import { filePathOf } from '#schema/kernel/files.ts'
import type { WithFile } from './with-file.ts'

interface FileInfo {
  readonly id: string
  readonly version: number
}

export const isFileOnDevice = (entity: WithFile, { id, version }: FileInfo, address: string | null): boolean =>
  version > 0 && address === filePathOf(id, entity)
