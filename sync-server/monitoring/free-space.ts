import { statfs } from 'node:fs/promises'

export interface Space {
  readonly free: number
  readonly total: number
  /** Undefined where there is no limit. */
  readonly freeFiles: number | undefined
}

export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize, freeFiles: files > 0 ? ffree / files : undefined }
}

export async function spacesOf(
  folders: Readonly<Record<string, string>>,
  measure: 'free' | 'total',
): Promise<Readonly<Record<string, number>>> {
  const spaces = await Promise.all(
    Object.entries(folders).map(async ([volume, folder]) => {
      const found = await spaceOf(folder).catch(() => undefined)
      return found ? [[volume, found[measure]] as const] : []
    }),
  )
  return Object.fromEntries(spaces.flat())
}
