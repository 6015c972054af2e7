import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'

const gigabyte = 1024 ** 3

export const checkFreeSpace: Check = {
  name: 'free space',
  needsDatabase: false,
  async run({ config }) {
    const { DATA_DIR, FILES_DIR, S3_BUCKET, STORE_FILES_IN } = config
    const usesFolder = !S3_BUCKET || STORE_FILES_IN
    const folders = {
      DATA_DIR,
      ...(usesFolder && { FILES_DIR: FILES_DIR ?? join(DATA_DIR, 'files') }),
      temporary: tmpdir(),
    }
    const spaces = await Promise.all(
      Object.entries(folders).map(async ([name, folder]) => ({ name, ...(await spaceOf(resolve(folder))) })),
    )
    const findings = spaces.flatMap(findingsOf)
    const least = Math.min(...spaces.map(({ free }) => free))
    return findings.length ? findings : ok(`At least ${inGigabytes(least)} are free in every folder of the server.`)
  },
}

export interface Space {
  readonly free: number
  readonly total: number
  /** Share of the files that the disk can still hold; undefined where it has no limit. */
  readonly freeFiles: number | undefined
}

/** Measures the nearest folder that exists. */
async function spaceOf(folder: string): Promise<Space> {
  if (!existsSync(folder) && dirname(folder) !== folder) return spaceOf(dirname(folder))
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize, freeFiles: files > 0 ? ffree / files : undefined }
}

export function findingsOf({ name, free, total, freeFiles }: Space & { readonly name: string }): readonly Finding[] {
  const text = `The folder ${name} has ${inGigabytes(free)} free. Make room, or move it to a larger disk.`
  if (free < Math.min(total * 0.03, gigabyte)) return [problem(text)]
  if (free < Math.min(total * 0.1, 10 * gigabyte)) return [warning(text)]
  if (freeFiles !== undefined && freeFiles < 0.03)
    return [warning(`The disk of ${name} can hold hardly more files (inodes). Delete files that are not needed.`)]
  return []
}

const inGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`
