// A folder of backups:
//   holdfast-backups           the id of the database
//   backups/NAME/manifest      written last: without it a backup does not exist
//   backups/NAME/TABLE         the rows of a table
//   backups/NAME/files         the keys of its files
//   contents/AB/ABCD…          a file's bytes, once for all backups
import { createHash, createHmac } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SecretKey } from '#server/secrets/keys.ts'
import { type Manifest, manifestSchema, type SealedPart } from './manifest.ts'
import { seal, UnreadableBackup, unseal } from './encrypted-file.ts'

const markerName = 'holdfast-backups'
const partialSuffix = '.part'
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export type BackupFolder = ReturnType<typeof openBackupFolder>

export const nameOfBackup = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Durable when it resolves. An interrupted write leaves nothing, or a partial file. */
async function writeDurably(path: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}${partialSuffix}`
  let size = 0
  const handle = await open(partial, 'w', 0o600)
  try {
    for await (const chunk of source) {
      await handle.writeFile(chunk)
      size += chunk.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, path)
  await syncFolder(dirname(path))
  return size
}

export function openBackupFolder(path: string, keys: readonly SecretKey[]) {
  const backupPath = (name: string, part = ''): string => join(path, 'backups', name, part)
  /** Keyed, because plain hashes would reveal whether a known file is in the backup. */
  const contentNames = (sha256: string): readonly string[] =>
    keys.map((key) => createHmac('sha256', key.bytes).update(`content ${sha256}`).digest('hex'))
  const contentPath = (name: string): string => join(path, 'contents', name.slice(0, 2), name)
  const newestKey = keys[0]!

  const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(nullIfMissing)) ?? []

  async function finishedNames(): Promise<readonly string[]> {
    const names = (await namesIn(join(path, 'backups'))).filter((name) => namePattern.test(name))
    return names.filter((name) => existsSync(backupPath(name, 'manifest'))).toSorted()
  }

  async function* readPart(backup: string, part: string): AsyncGenerator<Buffer> {
    yield* unseal(keys, `${backup}/${part}`, createReadStream(backupPath(backup, part)))
  }

  async function readManifest(name: string): Promise<Manifest> {
    const chunks: Buffer[] = []
    for await (const chunk of readPart(name, 'manifest')) chunks.push(chunk)
    const parsed = manifestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
    if (!parsed.success) throw new UnreadableBackup(`The backup ${name} has a format that this version cannot read`)
    return parsed.data
  }

  return {
    path,
    /** Creates the folder on the first backup. Throws if it belongs to another database. */
    async claimFor(databaseId: string): Promise<void> {
      await mkdir(path, { recursive: true })
      const ownerId = (await readFile(join(path, markerName), 'utf8').catch(nullIfMissing))?.trim()
      if (ownerId === databaseId) return
      if (ownerId !== undefined)
        throw new Error(`${path} holds the backups of another database. Use a separate folder for each database.`)
      const existing = (await namesIn(path)).filter((name) => !name.startsWith('lock'))
      if (existing.length) throw new Error(`${path} is not empty but has no backups in it. Use an empty folder.`)
      await writeFile(join(path, markerName), `${databaseId}\n`, { flush: true })
      await syncFolder(path)
    },
    finishedNames,
    readManifest,
    readPart,
    /** `source` is read once. */
    async writePart(backup: string, part: string, source: AsyncIterable<Uint8Array>): Promise<SealedPart> {
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const chunk of source) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      }
      const sealedBytes = await writeDurably(backupPath(backup, part), seal(newestKey, `${backup}/${part}`, counted()))
      return { size, sha256: hash.digest('hex'), sealedBytes }
    },
    async finish(manifest: Manifest): Promise<void> {
      const text = Buffer.from(JSON.stringify(manifest))
      await writeDurably(backupPath(manifest.name, 'manifest'), seal(newestKey, `${manifest.name}/manifest`, [text]))
    },
    async sealedContentSize(sha256: string): Promise<number | null> {
      return (await stat(contentPath(contentNames(sha256)[0]!)).catch(nullIfMissing))?.size ?? null
    },
    async writeContent(sha256: string, source: AsyncIterable<Uint8Array>): Promise<number> {
      const name = contentNames(sha256)[0]!
      return writeDurably(contentPath(name), seal(newestKey, `contents/${name}`, source))
    },
    async readContent(sha256: string): Promise<AsyncIterable<Buffer> | null> {
      for (const name of contentNames(sha256))
        if (existsSync(contentPath(name))) return unseal(keys, `contents/${name}`, createReadStream(contentPath(name)))
      return null
    },
    /** Removes the manifest first, so an interrupted removal never leaves what looks like a backup. */
    async remove(name: string): Promise<void> {
      await rm(backupPath(name, 'manifest'), { force: true })
      await syncFolder(backupPath(name))
      await rm(backupPath(name), { recursive: true, force: true })
    },
    async removeUnfinished(): Promise<void> {
      const finished = new Set(await finishedNames())
      for (const name of await namesIn(join(path, 'backups')))
        if (namePattern.test(name) && !finished.has(name)) await rm(backupPath(name), { recursive: true, force: true })
      for await (const { path: found } of contents())
        if (found.endsWith(partialSuffix)) await rm(found, { force: true })
    },
    async removeContentsExcept(needed: ReadonlySet<string>): Promise<number> {
      const names = new Set([...needed].flatMap(contentNames))
      let removed = 0
      for await (const { name, path: found } of contents())
        if (!names.has(name)) {
          await rm(found, { force: true })
          removed++
        }
      return removed
    },
    async markVerified(name: string, at: Date): Promise<void> {
      await writeFile(backupPath(name, 'verified'), `${at.toISOString()}\n`)
    },
    verifiedAt: async (name: string): Promise<string | null> =>
      (await readFile(backupPath(name, 'verified'), 'utf8').catch(nullIfMissing))?.trim() ?? null,
  }

  async function* contents(): AsyncGenerator<{ readonly name: string; readonly path: string }> {
    for (const group of await namesIn(join(path, 'contents')))
      for (const name of await namesIn(join(path, 'contents', group)))
        yield { name, path: join(path, 'contents', group, name) }
  }
}
