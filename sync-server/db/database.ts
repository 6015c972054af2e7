// The only door to the database. The pools stay in here: outside, a tenant's rows are reached through `tenant` alone,
// which sets the tenant before anything else, and people and sessions through `directory`.
import postgres, { type Sql } from 'postgres'
import { isUuid } from '#schema/protocol.ts'
import { noticeMove } from './epochs.ts'
import { appRole, directoryRole, roleUrl } from './roles.ts'

/** A transaction that sees one tenant. Every statement still names tenant_id itself. */
export interface TenantTx {
  readonly tenantId: string
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
}

export interface Database {
  readonly directory: Sql
  tenant<T>(tenantId: string, work: (tx: TenantTx) => Promise<T>): Promise<T>
  isReady(): Promise<boolean>
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

const retryable = new Set(['40001', '40P01'])

const types = {
  number: { to: 20, from: [20], serialize: String, parse: Number },
  moment: { to: 1184, from: [1184], serialize: String, parse: (text: string) => new Date(text).toISOString() },
}

function pool(url: string, max: number): Sql {
  return postgres(url, {
    max,
    types,
    onnotice: () => {},
    connection: {
      application_name: 'holdfast',
      lock_timeout: 3_000,
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  }) as unknown as Sql
}

/** Opens a migrated database; the owner's connection is used for roles and to see where the database runs. */
export async function openDatabase(ownerUrl: string, connections = 10, now = new Date()): Promise<Database> {
  const app = pool(roleUrl(ownerUrl, appRole), connections)
  const directory = pool(roleUrl(ownerUrl, directoryRole), Math.max(2, connections >> 1))

  async function once<T>(tenantId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return (await app.begin(async (sql) => {
      await sql.unsafe(`set local app.tenant_id = '${tenantId}'`)
      return work({
        tenantId,
        query: async (text, params = []) =>
          [...(await sql.unsafe(text, params as never[], { prepare: true }))] as never,
      })
    })) as T
  }

  const database: Database = {
    directory,
    async tenant(tenantId, work) {
      if (!isUuid(tenantId)) throw new Error('A tenant is named by its id')
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(tenantId, work)
        } catch (error) {
          if (attempt >= 3 || !retryable.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
    async isReady() {
      try {
        await Promise.all([app`select 1`, directory`select 1 from directory.tenants limit 1`])
        return true
      } catch {
        return false
      }
    },
    async listen(channel, onMessage) {
      const listening = await directory.listen(channel, onMessage)
      return () => listening.unlisten()
    },
    notify: async (channel, payload) => void (await directory.notify(channel, payload)),
    close: async () => void (await Promise.all([app.end({ timeout: 5 }), directory.end({ timeout: 5 })])),
  }
  await noticeMove(ownerUrl, database, now)
  return database
}
