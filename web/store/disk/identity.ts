// Stored where both pages and the service worker can read it, with the people whose unsent work is sealed here.
import { Dexie } from 'dexie'
import type { Identity } from '#web/store/base/contract.ts'
import type { Idb } from '#web/store/base/deps.ts'

const key = 'person'
const contactKey = 'contact'
const nameOf = (prefix: string): string => `${prefix}-identity`

async function withTable<T>(
  idb: Idb,
  prefix: string,
  run: (table: ReturnType<Dexie['table']>) => PromiseLike<T>,
): Promise<T> {
  const database = new Dexie(nameOf(prefix), { ...idb, chromeTransactionDurability: 'strict', cache: 'disabled' })
  database.version(1).stores({ remembered: '' })
  try {
    return await run(database.table('remembered'))
  } finally {
    database.close()
  }
}

export const rememberIdentity = (idb: Idb, identity: Identity, prefix = 'holdfast'): Promise<void> =>
  withTable(idb, prefix, async (table) => void (await table.put(identity, key)))

export const rememberedIdentity = (idb: Idb, prefix = 'holdfast'): Promise<Identity | null> =>
  withTable(idb, prefix, async (table) => ((await table.get(key)) as Identity | undefined) ?? null)

export interface Contact {
  readonly person: string
  readonly at: number
  readonly seen: number
}

export const rememberContact = (idb: Idb, contact: Contact, prefix = 'holdfast'): Promise<void> =>
  withTable(idb, prefix, async (table) => void (await table.put(contact, contactKey)))

export const rememberedContact = (idb: Idb, prefix = 'holdfast'): Promise<Contact | null> =>
  withTable(idb, prefix, async (table) => ((await table.get(contactKey)) as Contact | undefined) ?? null)

export async function forgetIdentity(idb: Idb, prefix = 'holdfast'): Promise<void> {
  const remaining = await withTable(idb, prefix, async (table) => {
    await table.bulkDelete([key, contactKey])
    return table.count()
  })
  if (remaining === 0) await new Dexie(nameOf(prefix), { ...idb }).delete()
}

export interface SealedPerson {
  readonly identity: Identity
  readonly unsent: number
}

const sealedKey = (id: string): string => `sealed:${id}`

export const rememberSealed = (idb: Idb, sealed: SealedPerson, prefix = 'holdfast'): Promise<void> =>
  withTable(idb, prefix, async (table) => void (await table.put(sealed, sealedKey(sealed.identity.id))))

export const forgetSealed = (idb: Idb, id: string, prefix = 'holdfast'): Promise<void> =>
  withTable(idb, prefix, (table) => table.delete(sealedKey(id)))

export const sealedPeople = (idb: Idb, prefix = 'holdfast'): Promise<readonly SealedPerson[]> =>
  withTable(
    idb,
    prefix,
    (table) => table.where(':id').startsWith(sealedKey('')).toArray() as PromiseLike<SealedPerson[]>,
  )
