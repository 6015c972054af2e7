import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresMajor, type PostgresBinaries } from './postgres-binaries.ts'
import { findRunAs, spawnAs } from './postgres-process.ts'

export const ownerRole = 'holdfast'
const folderName = `postgres-${postgresMajor}`
const passwordFile = 'owner-password'

export async function openPostgresFolder(binaries: PostgresBinaries, dataDir: string, throwAway: boolean) {
  const folder = join(dataDir, folderName)
  removeAbandoned(dataDir)
  if (existsSync(join(folder, 'PG_VERSION'))) requireMajor(folder)
  else {
    requireNoOtherDatabase(dataDir, folder)
    await makeCluster(binaries, dataDir, folder, throwAway)
    // An initdb whose starter was killed may have written more files while it ended.
    removeAbandoned(dataDir)
  }
  return folder
}

export function readOwnerPassword(folder: string): string {
  return readFileSync(join(folder, passwordFile), 'utf8').trim()
}

function requireMajor(folder: string): void {
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major !== String(postgresMajor)) throw new Error(otherMajorMessage(folder, major))
}

function requireNoOtherDatabase(dataDir: string, folder: string): void {
  for (const name of readdirSync(dataDir)) {
    const major = /^postgres-(\d+)$/.exec(name)?.[1]
    if (major !== undefined && major !== String(postgresMajor))
      throw new Error(otherMajorMessage(join(dataDir, name), major))
  }
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} holds files but no database. Restore it from a backup, or move it away.`)
}

function otherMajorMessage(folder: string, major: string): string {
  return (
    `${folder} was written by PostgreSQL ${major}, and this release runs PostgreSQL ${postgresMajor}. ` +
    'Save it with the release that wrote it (npm run admin -- backup), move the folder away, ' +
    'start this release and restore (npm run admin -- restore).'
  )
}

/** Renamed at the end, so that an interrupted run leaves nothing half-made. */
async function makeCluster(binaries: PostgresBinaries, dataDir: string, folder: string, throwAway: boolean) {
  const fresh = join(dataDir, `${folderName}.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const cluster = join(fresh, 'cluster')
  const password = join(fresh, passwordFile)
  mkdirSync(fresh, { mode: 0o700 })
  try {
    writeFileSync(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true })
    await runInitdb(binaries, fresh, [
      `--pgdata=${cluster}`,
      `--username=${ownerRole}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts texts in the same order on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(throwAway ? ['--no-sync'] : []),
    ])
    renameSync(password, join(cluster, passwordFile))
    moveIntoPlace(cluster, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function runInitdb(binaries: PostgresBinaries, fresh: string, args: string[]): Promise<void> {
  const log = join(fresh, 'log')
  const child = spawnAs(findRunAs(binaries.initdb, fresh), binaries.initdb, args, log)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb failed: ${readFileSync(log, 'utf8').trim()}`)
}

function moveIntoPlace(cluster: string, folder: string): void {
  try {
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(cluster, folder)
  } catch (error) {
    // Another process was faster, so its database is used.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
}

function removeAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres-\d+\.new-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
