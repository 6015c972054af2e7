import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { type Space, spaceOf } from '#server/monitoring/free-space.ts'
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
      Object.entries(folders).map(async ([name, folder]) => ({
        name,
        ...(await spaceOf(nearestExisting(resolve(folder)))),
      })),
    )
    const findings = spaces.flatMap(findingsOf)
    const least = Math.min(...spaces.map(({ free }) => free))
    return findings.length ? findings : ok(`At least ${inGigabytes(least)} are free in every folder of the server.`)
  },
}

const nearestExisting = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder))

export function findingsOf({ name, free, total, freeFiles }: Space & { readonly name: string }): readonly Finding[] {
  const text = `The folder ${name} has ${inGigabytes(free)} free. Make room, or move it to a larger disk.`
  if (free < Math.min(total * 0.03, gigabyte)) return [problem(text)]
  if (free < Math.min(total * 0.1, 10 * gigabyte)) return [warning(text)]
  if (freeFiles !== undefined && freeFiles < 0.03)
    return [warning(`The disk of ${name} is almost out of inodes. Delete files that are not needed.`)]
  return []
}

const inGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`
