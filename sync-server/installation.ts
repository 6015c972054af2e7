// Nodes of one database share file storage and keys. The database records both, so a misconfigured node stops instead
// of losing files or secrets.
import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from './db/connect/database.ts'
import type { Statements } from './db/connect/directory.ts'
import type { StorageId } from './db/storage-id.ts'
import type { SecretKey } from './secrets/keys.ts'

type Part = 'fileStorage' | 'retiredStorages' | 'keys' | 'lastBackup' | 'begunBackup' | 'backups'

const valueOf = async (sql: Statements, part: Part): Promise<string | undefined> =>
  (await sql<{ value: string }[]>`select value from directory.installation where part = ${part}`)[0]?.value

const save = (sql: Statements, part: Part, value: string): Promise<unknown> => sql`
  insert into directory.installation (part, value) values (${part}, ${value})
  on conflict (part) do update set value = excluded.value`

const withLock = <T>({ directory }: Pick<Database, 'directory'>, work: (sql: Statements) => Promise<T>): Promise<T> =>
  directory.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('holdfast installation'))`
    return work(sql)
  })

const adopt = 'npm run admin -- adopt'

/** Throws when the database belongs to another storage. The first start assigns an id. */
export async function requireStorage(database: Database, storage: StorageId): Promise<void> {
  const refusal = await withLock(database, async (sql) => {
    const known = await valueOf(sql, 'fileStorage')
    const all = await idsOf(storage)
    const retired = await selectRetired(sql)
    const found = all.filter((each) => !isRetired(retired, each))
    // The source of a finished move may stay in the settings, but new files must not go there.
    if (found[0]?.part !== all[0]!.part) return retiredMessage(all[0]!.part)
    const expected = known ?? found.find(({ id }) => id !== null)?.id
    const other = found.find(({ id }) => id !== null && id !== expected)
    if (other) return otherStorageMessage(other.part)
    if (known !== undefined && found.every(({ id }) => id === null)) return otherStorageMessage(storage)
    await adoptStorage(sql, found)
    return undefined
  })
  if (refusal !== undefined) throw new Error(refusal)
}

const otherStorageMessage = ({ name }: StorageId): string =>
  `The files of this database are not in ${name}, but in another folder or bucket. All nodes of a database share one: give this node the same FILES_DIR or S3_BUCKET. If the files were moved here without the file “storage-id”, or are lost, run ${adopt} with the settings of this node.`

export const retiredMessage = ({ name }: StorageId): string =>
  `All files of this database were moved out of ${name}, and it is retired. Give this node the storage settings of the other nodes. To move the files back, first run ${adopt} with the settings of both storages.`

interface RetiredStorage {
  readonly id: string
  readonly name: string
}

const selectRetired = async (sql: Statements): Promise<readonly RetiredStorage[]> =>
  JSON.parse((await valueOf(sql, 'retiredStorages')) ?? '[]') as readonly RetiredStorage[]

/** A storage without an id, because it was emptied or deleted, is recognized by its name. */
const isRetired = (retired: readonly RetiredStorage[], { part, id }: PartId): boolean =>
  retired.some((each) => (id === null ? each.name === part.name : each.id === id))

export const isStorageRetired = async (sql: Statements, storage: StorageId): Promise<boolean> =>
  isRetired(await selectRetired(sql), { part: storage, id: await storage.read() })

/** Gives a storage an id of its own after its files were moved, so that no node mistakes it for the current one. */
export async function retireStorage(database: Pick<Database, 'directory'>, storage: StorageId): Promise<void> {
  const id = await withLock(database, async (sql) => {
    const retired = await selectRetired(sql)
    if (isRetired(retired, { part: storage, id: await storage.read() })) return undefined
    const id = uuidv7()
    await save(sql, 'retiredStorages', JSON.stringify([...retired, { id, name: storage.name }]))
    return id
  })
  // After the commit: nodes do not start with an id that the database does not know.
  if (id !== undefined) await storage.write(id)
}

interface PartId {
  readonly part: StorageId
  readonly id: string | null
}

const idsOf = (storage: StorageId): Promise<PartId[]> =>
  Promise.all((storage.parts ?? [storage]).map(async (part) => ({ part, id: await part.read() })))

/** Storages without an id get that of the others. */
async function adoptStorage(sql: Statements, found: readonly PartId[]): Promise<void> {
  const id = found.find((each) => each.id !== null)?.id ?? uuidv7()
  for (const each of found) if (each.id !== id) await each.part.write(id)
  if ((await valueOf(sql, 'fileStorage')) !== id) await save(sql, 'fileStorage', id)
}

/** Distinguishes keys of one name without revealing them. */
const fingerprintOf = ({ id, bytes }: SecretKey): string =>
  `${id} ${createHmac('sha256', bytes).update('holdfast key').digest('base64url').slice(0, 16)}`

/** Throws when this node lacks the newest key. An unused key becomes the newest: during a rotation nodes may differ in their first key. */
export async function requireKeys(database: Database, keys: readonly SecretKey[]): Promise<void> {
  const fingerprints = keys.map(fingerprintOf)
  const missing = await withLock(database, async (sql) => {
    const used = (await valueOf(sql, 'keys'))?.split('\n') ?? []
    const newest = used.at(-1)
    if (newest !== undefined && !fingerprints.includes(newest)) return newest
    if (!used.includes(fingerprints[0]!)) await save(sql, 'keys', [...used, fingerprints[0]].join('\n'))
    return undefined
  })
  if (missing === undefined) return
  const [name] = missing.split(' ')
  const isOther = keys.some(({ id }) => id === name)
  throw new Error(
    `Secrets of this database are sealed under the key ${name}, and this node has ${isOther ? 'another key of that name' : `only ${keys.map(({ id }) => id).join(', ')}`}. All nodes of a database have the same keys: give this node their SECRET_KEYS or SECRET_KEYS_FILE, or the file “secret-keys” of their DATA_DIR. If the key is lost, so is what it sealed: run ${adopt} with the settings of this node to go on without it.`,
  )
}

export const adoptInstallation = (database: Database, storage: StorageId, keys: readonly SecretKey[]): Promise<void> =>
  withLock(database, async (sql) => {
    const found = await idsOf(storage)
    const retired = await selectRetired(sql)
    // The id of the current storage comes first.
    await adoptStorage(
      sql,
      found.toSorted((a, b) => Number(isRetired(retired, a)) - Number(isRetired(retired, b))),
    )
    const stillRetired = retired.filter((each) => !found.some((part) => isRetired([each], part)))
    if (stillRetired.length < retired.length) await save(sql, 'retiredStorages', JSON.stringify(stillRetired))
    await save(sql, 'keys', fingerprintOf(keys[0]!))
  })

/** For monitoring. Undefined until a backup is recorded. */
export async function lastBackupAt({ directory }: { readonly directory: Statements }): Promise<Date | undefined> {
  const value = await valueOf(directory, 'lastBackup')
  return value === undefined ? undefined : new Date(value)
}

export const recordBackup = async ({ directory }: Pick<Database, 'directory'>, finishedAt: Date): Promise<void> =>
  void (await save(directory, 'lastBackup', finishedAt.toISOString()))

export const saveBackupStart = ({ directory }: Pick<Database, 'directory'>, firms: string): Promise<unknown> =>
  save(directory, 'begunBackup', firms)

export async function removeBackupStart({ directory }: Pick<Database, 'directory'>): Promise<string | undefined> {
  const part: Part = 'begunBackup'
  const [removed] = await directory<{ value: string }[]>`
    delete from directory.installation where part = ${part} returning value`
  return removed?.value
}

/** Names the database in its folder of backups, even after a restore. */
export const backupIdOf = (database: Pick<Database, 'directory'>): Promise<string> =>
  withLock(database, async (sql) => {
    const known = await valueOf(sql, 'backups')
    if (known !== undefined) return known
    const id = uuidv7()
    await save(sql, 'backups', id)
    return id
  })
