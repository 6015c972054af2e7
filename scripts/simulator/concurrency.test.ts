// The machine decides the order, so a seed names a history but does not reproduce it.
import { describe, expect, it } from 'vitest'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import type { Backend } from './server/backend.ts'
import { ConcurrentRequests } from './network/concurrent-requests.ts'
import { Violation } from './oracle/violation.ts'
import { recipeOf } from './history/recipe.ts'
import { runRecipe } from './history/run.ts'
import { describeFailure } from './search/shrink.ts'
import { withBackend } from './server/with-backend.ts'

const first = Number(process.env['SEED'] ?? 1)
const count = Number(process.env['HISTORIES'] ?? 10)

describe('concurrent requests', () => {
  const backend = withBackend()

  it(`hold in ${count} histories`, { timeout: count * 30_000 + 600_000 }, async () => {
    for (let seed = first; seed < first + count; seed++) {
      const failure = await runRecipe(backend(), recipeOf(seed, true))
      expect(failure && describeFailure(failure)).toBeUndefined()
    }
  })
})

/** Earlier histories hardly ever find a mutant. */
const firstHistory = 8
const lastHistory = 40

describe('the simulator finds it when', () => {
  describe('two changes take the same number', () => {
    const requests = new ConcurrentRequests()
    // Drops both locks: the tenant's row and the key of the checkpoint hashes.
    const backend = withBackend((database) =>
      interceptQueries(database, async <Row>(tx: TenantTx, text: string, params?: readonly unknown[]) => {
        if (!takesNumber(text)) return tx.query<Row>(takesMark(text) ? `${text} on conflict do nothing` : text, params)
        const rows = await tx.query<Row>(text.replace(' for update', ''), params)
        await requests.hold(() => requests.held >= Math.min(2, requests.writers))
        return rows
      }),
    )
    it('with concurrent requests', async () => expect(await isFound(backend(), requests)).toBe(true))
  })

  describe('a page’s counter is read after its rows', () => {
    const requests = new ConcurrentRequests()
    // Writers wait for readers to read their rows; then readers wait for the writers to finish.
    const backend = withBackend((database) =>
      interceptQueries(database, async <Row>(tx: TenantTx, text: string, params?: readonly unknown[]) => {
        if (takesNumber(text)) await requests.until(() => requests.held >= requests.readers)
        if (text.includes('isolation level')) return []
        const pages = await tx.query<Row & { readonly more?: boolean }>(text, params)
        if (!readsCounter(text)) return pages
        await requests.hold(() => requests.writers === 0)
        const [now] = await tx.query('select n as "to", mark from tenant_numbers where tenant_id = $1', [tx.tenantId])
        return pages.map((page) => (page.more ? page : { ...page, ...now }))
      }),
    )
    it('with concurrent requests', async () => expect(await isFound(backend(), requests)).toBe(true))
  })

  async function isFound(backend: Backend, requests: ConcurrentRequests): Promise<boolean> {
    requests.watch(backend)
    for (let seed = firstHistory; seed <= lastHistory; seed++) {
      const failure = await runRecipe(backend, recipeOf(seed, true))
      if (failure && !(failure.error instanceof Violation)) throw failure.error
      if (failure) return requests.hasHeld
    }
    return false
  }
})

const readsCounter = (text: string): boolean =>
  text.includes(' as "highWaterMark", more') && text.includes('from tenant_numbers')
const takesMark = (text: string): boolean => text.startsWith('insert into marks')
const takesNumber = (text: string): boolean => /\bfrom tenant_numbers\b.* for update/s.test(text)

type Intercept = <Row>(tx: TenantTx, text: string, params?: readonly unknown[]) => Promise<Row[]>

const interceptQueries = (database: Database, intercept: Intercept): Database => {
  const within =
    (transact: Database['tenant']): Database['tenant'] =>
    (tenantId, work) =>
      transact(tenantId, (tx) => work({ tenantId, query: (text, params) => intercept(tx, text, params) }))
  return { ...database, tenant: within(database.tenant), snapshot: within(database.snapshot) }
}
