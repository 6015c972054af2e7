// Requests that reach the server in the same moment. Who is first is up to the machine, so that a seed names a history
// here but does not repeat it; what must hold is the same.
import { describe, expect, it } from 'vitest'
import type { Database, TenantTx } from '#server/db/database.ts'
import { Violation } from './oracle/violation.ts'
import { recipeOf } from './recipe.ts'
import { runRecipe } from './run.ts'
import { sayFailure } from './shrink.ts'
import { withBackend } from './with-backend.ts'

const first = Number(process.env['SEED'] ?? 1)
const count = Number(process.env['HISTORIES'] ?? 40)

describe('requests that meet at the server', () => {
  const backend = withBackend()

  it(`hold in ${count} histories`, { timeout: count * 4_000 + 60_000 }, async () => {
    for (let seed = first; seed < first + count; seed++) {
      const failure = await runRecipe(backend(), recipeOf(seed, true))
      expect(failure && sayFailure(failure)).toBeUndefined()
    }
  })
})

const most = 200

describe('the simulator finds it when', () => {
  describe('nobody waits for the tenant’s number', () => {
    const backend = withBackend((database) =>
      asking(database, (tx, text, params) => tx.query(text.replace(' for update', ''), params)),
    )
    it('in a crowd', { timeout: 300_000 }, async () => expect(await isFound(backend())).toBe(true))
  })

  describe('a page’s counter is read after its rows', () => {
    const backend = withBackend((database) =>
      asking(database, async (tx, text, params) => {
        if (text.includes('isolation level')) return []
        const rows = await tx.query<Record<string, unknown>>(text, params)
        if (!text.includes(' as counter')) return rows
        await tx.query('select pg_sleep(0.01)')
        const [now] = await tx.query<{ n: number }>('select n from tenant_numbers where tenant_id = $1', [tx.tenantId])
        return rows.map((row) => ({ ...row, counter: now!.n }))
      }),
    )
    it('in a crowd', { timeout: 300_000 }, async () => expect(await isFound(backend())).toBe(true))
  })

  async function isFound(backend: Parameters<typeof runRecipe>[0]): Promise<boolean> {
    for (let seed = 1; seed <= most; seed++) {
      const failure = await runRecipe(backend, recipeOf(seed, true))
      if (failure && !(failure.error instanceof Violation)) throw failure.error
      if (failure) return true
    }
    return false
  }
})

type Ask = (tx: TenantTx, text: string, params?: readonly unknown[]) => Promise<unknown[]>

/** The database, asked something else than the app asks. */
const asking = (database: Database, ask: Ask): Database => ({
  ...database,
  tenant: (tenantId, work) =>
    database.tenant(tenantId, (tx) =>
      work({ tenantId, query: async (text, params) => (await ask(tx, text, params)) as never[] }),
    ),
})
