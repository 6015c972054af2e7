// A folder that is complete or absent: it is written under a temporary name and renamed at the end.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export interface ExportFolder {
  /** `path` has slashes. Returns the number of bytes. */
  write(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number>
}

export const sumsName = 'SHA256SUMS'

export async function withExportFolder<T>(to: string, work: (folder: ExportFolder) => Promise<T>): Promise<T> {
  const target = resolve(to)
  if (existsSync(target)) throw new Error(`${target} exists already. Name a folder that does not exist.`)
  const partial = `${target}.${randomUUID()}.part`
  const sums: string[] = []

  async function write(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
    const full = join(partial, path)
    await mkdir(dirname(full), { recursive: true })
    const hash = createHash('sha256')
    let size = 0
    const handle = await open(full, 'wx', 0o600)
    try {
      for await (const piece of source) {
        hash.update(piece)
        size += piece.length
        await handle.writeFile(piece)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    sums.push(`${hash.digest('hex')}  ${path}\n`)
    return size
  }

  try {
    await mkdir(partial, { recursive: true, mode: 0o700 })
    const result = await work({ write })
    await write(sumsName, [Buffer.from(sums.join(''))])
    await rename(partial, target)
    return result
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
