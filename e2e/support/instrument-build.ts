// Each write of a build to IndexedDB, caches and localStorage first waits for the test, which can kill the browser
// before it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type WatchWrites = (write: string) => Promise<void>

export const writesPath = '/written'

function watchWrites(path: string): void {
  const wrap = (owner: object, names: readonly string[], describe: (target: never, subject: never) => string) => {
    const methods = owner as Record<string, (...args: unknown[]) => unknown>
    for (const name of names) {
      const original = methods[name]!
      const addressOf = (target: unknown, subject: unknown) =>
        `${path}?${new URLSearchParams({ write: `${name} ${describe(target as never, subject as never)}` })}`
      methods[name] =
        'document' in globalThis
          ? function (this: unknown, ...args) {
              const request = new XMLHttpRequest()
              request.open('POST', addressOf(this, args[0]), false)
              request.send()
              return original.apply(this, args)
            }
          : async function (this: unknown, ...args) {
              await fetch(addressOf(this, args[0]), { method: 'POST' })
              return original.apply(this, args)
            }
    }
  }
  wrap(Cache.prototype, ['put', 'delete'], (_, request: Request | string) =>
    typeof request === 'string' ? request : request.url,
  )
  wrap(CacheStorage.prototype, ['delete'], (_, name: string) => name)
  if (!('document' in globalThis)) return
  wrap(Storage.prototype, ['setItem', 'removeItem'], (_, key: string) => key)
  wrap(IDBObjectStore.prototype, ['put', 'add', 'delete', 'clear'], (store: IDBObjectStore) =>
    [store.transaction.db.name, store.name].join('/'),
  )
  wrap(IDBDatabase.prototype, ['createObjectStore'], (database: IDBDatabase, name: string) =>
    [database.name, name].join('/'),
  )
  wrap(IDBFactory.prototype, ['deleteDatabase'], (_, name: string) => name)
}

export async function instrumentBuild(folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const [, entry] = /<script type="module"[^>]* src="\/([^"]+)"/.exec(page) ?? []
  if (entry === undefined) throw new Error('The page has no script')
  for (const name of ['sw.js', entry]) {
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), `(${watchWrites.toString()})(${JSON.stringify(writesPath)});\n${text}`)
  }
}
