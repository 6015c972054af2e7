import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openBucket } from './files/bucket.ts'
import { type FileStore, folderStore } from './files/file-store.ts'
import { s3Store } from './files/s3-store.ts'
import { twoStores } from './files/two-stores.ts'
import { adoptInstallation, isStorageRetired, requireKeys, requireStorage, retireStorage } from './installation.ts'
import { setupServer } from './test/server.ts'
import { startS3Server } from './test/services/s3-server.ts'

const { database } = await setupServer()
beforeEach(() => database.directory`delete from directory.installation`)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-installation-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newBucket() {
  const s3 = await startS3Server()
  onTestFinished(() => s3.remove())
  return s3
}

const key = (id: string, byte = id.charCodeAt(0)) => ({ id, bytes: Buffer.alloc(32, byte) })

describe('a file storage', () => {
  for (const [kind, open] of [
    ['folder', async () => folderStore(await newFolder())],
    ['bucket', async () => s3Store(openBucket((await newBucket()).place))],
  ] as const)
    it(`that is a ${kind} becomes that of the database at the first start, and another one is refused`, async () => {
      const [first, other] = [await open(), await open()]
      await Promise.all([first, first, first].map(({ id }) => requireStorage(database, id)))
      const message = `The files of this database are not in ${other.id.name}, but in another folder or bucket`
      await expect(requireStorage(database, other.id)).rejects.toThrow(message)
      await expect(requireStorage(database, other.id), 'it got no id of its own').rejects.toThrow(message)
      await requireStorage(database, first.id)
      await adoptInstallation(database, other.id, [key('first')])
      await requireStorage(database, other.id)
      await expect(requireStorage(database, first.id)).rejects.toThrow('not in')
    })

  it('shares its id with the one to which its files are moved, unless that belongs to another database', async () => {
    const [old, fresh, foreign] = await Promise.all(
      [newFolder(), newFolder(), newFolder()].map(async (path) => folderStore(await path)),
    )
    await requireStorage(database, old!.id)
    await foreign!.id.write('foreign')
    await expect(requireStorage(database, twoStores(foreign!, old!).id)).rejects.toThrow(`not in ${foreign!.id.name},`)
    await requireStorage(database, twoStores(fresh!, old!).id)
    expect(await fresh!.id.read()).toBe(await old!.id.read())
    await requireStorage(database, fresh!.id)
  })

  it('that is retired is refused alone and as the target, until it is adopted', async () => {
    const paths = [await newFolder(), await newFolder()]
    const [old, present] = paths.map((path) => folderStore(path)) as [FileStore, FileStore]
    const both = twoStores(present, old).id
    await requireStorage(database, old.id)
    await requireStorage(database, both)
    await retireStorage(database, old.id)
    const requireRefused = async () => {
      for (const { id } of [old, twoStores(old, present)])
        await expect(requireStorage(database, id)).rejects.toThrow(`moved out of ${old.id.name}, and it is retired`)
    }
    await requireRefused()
    await requireStorage(database, both)
    await requireRefused()
    await rm(paths[0]!, { recursive: true })
    await requireStorage(database, both)
    expect(await old.id.read(), 'no id is written to it again').toBeNull()
    await requireRefused()
    await retireStorage(database, old.id)
    await requireStorage(database, present.id)

    const id = await present.id.read()
    await adoptInstallation(database, twoStores(old, present).id, [key('first')])
    expect([await old.id.read(), await present.id.read()]).toEqual([id, id])
    expect(await isStorageRetired(database.directory, old.id)).toBe(false)
    for (const { id } of [old, present, twoStores(old, present)]) await requireStorage(database, id)
  })

  it('can be retired and adopted in both directions', async () => {
    const [old, present] = [folderStore(await newFolder()), folderStore(await newFolder())]
    await requireStorage(database, twoStores(present, old).id)
    const live = await old.id.read()
    await retireStorage(database, old.id)
    const retired = await old.id.read()
    expect(retired).not.toBe(live)
    await adoptInstallation(database, twoStores(old, present).id, [key('first')])
    expect(await old.id.read()).toBe(live)
    await retireStorage(database, present.id)
    await expect(requireStorage(database, present.id)).rejects.toThrow('it is retired')
    await requireStorage(database, twoStores(old, present).id)
  })

  it('that is unavailable is not taken for another one', async () => {
    const s3 = await newBucket()
    const { id } = s3Store(openBucket(s3.place))
    await requireStorage(database, id)
    await s3.stop()
    await expect(requireStorage(database, id)).rejects.toThrow('does not answer')
  })
})

describe('a node', () => {
  it('without the newest key of the database is refused, even with another key of that name', async () => {
    await requireKeys(database, [key('first')])
    await expect(requireKeys(database, [key('own')])).rejects.toThrow(
      'sealed under the key first, and this node has only own',
    )
    await expect(requireKeys(database, [key('first', 9)])).rejects.toThrow('another key of that name')
    await requireKeys(database, [key('first')])
  })

  it('starts during a key rotation, whichever key is first, but not without the new one', async () => {
    const [first, second] = [key('first'), key('second')]
    for (const keys of [[first], [first, second], [second, first], [first, second], [second]])
      await requireKeys(database, keys)
    await expect(requireKeys(database, [first])).rejects.toThrow('sealed under the key second')
  })

  it('starts without a lost key once it is adopted', async () => {
    await requireKeys(database, [key('lost')])
    await expect(requireKeys(database, [key('own')])).rejects.toThrow('npm run admin -- adopt')
    await adoptInstallation(database, folderStore(await newFolder()).id, [key('own')])
    await requireKeys(database, [key('own')])
  })
})
