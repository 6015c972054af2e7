import { statfs } from 'node:fs/promises'

type Bytes = 'free' | 'size'

/** Measures the file systems of these folders; a folder that does not exist yet is left out. */
export async function spaceOf(
  folders: Readonly<Record<string, string>>,
  bytes: Bytes,
): Promise<Readonly<Record<string, number>>> {
  const spaces = await Promise.all(
    Object.entries(folders).map(async ([volume, folder]) => {
      const found = await statfs(folder).catch(() => undefined)
      return found ? [[volume, (bytes === 'free' ? found.bavail : found.blocks) * found.bsize] as const] : []
    }),
  )
  return Object.fromEntries(spaces.flat())
}
