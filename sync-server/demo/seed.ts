// Fills an empty database with the two demo firms, through the same desk as everything else. Dates are relative to today.
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { canonicalJson } from '#schema/canonical-json.ts'
import { limits } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import { type DeskDeps, writeChanges } from '../desk/write.ts'
import { createFirm, createUser } from '../firms/create-firm.ts'
import { linkPerson } from '../investors/link-person.ts'
import { type DemoAccount, demoAccounts, demoFirms, demoPassword } from './accounts.ts'
import { demoCapital } from './demo-capital.ts'
import { otherPartners } from './other-partners.ts'

/** A row of the seed and when it is meant to have been made. */
export interface SeedRow {
  readonly entity: string
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly at: Date
}

export interface SeedFirm {
  readonly rows: readonly SeedRow[]
  /** Which investor record a demo account looks at, by e-mail. */
  readonly links: ReadonlyMap<string, string>
}

export async function seedDemo(deps: DeskDeps): Promise<void> {
  const [tenants] = await deps.database.directory<{ n: number }[]>`select count(*) as n from directory.tenants`
  if (tenants!.n > 0) return
  const today = deps.now()
  const firms = { 'Demo Capital': demoCapital(today), 'Other Partners': otherPartners(today) }
  for (const name of demoFirms) await seedFirm(deps, name, firms[name])
}

async function seedFirm(deps: DeskDeps, name: string, firm: SeedFirm): Promise<void> {
  const tenantId = await createFirm(deps.database, name, deps.now())
  const users = new Map<string, string>()
  for (const account of demoAccounts.filter((each) => each.firm === name))
    users.set(account.email, await seedUser(deps, tenantId, account))
  const admin: Viewer = { tenantId, userId: users.values().next().value!, role: 'ADMIN', investorIds: [] }
  const moments = [...new Set(firm.rows.map(({ at }) => at.getTime()))].sort((a, b) => a - b)
  for (const moment of moments)
    await writeRows(
      deps,
      admin,
      firm.rows.filter(({ at }) => at.getTime() === moment),
      new Date(moment),
    )
  for (const [email, investorId] of firm.links) await linkPerson(deps, admin, users.get(email)!, investorId)
}

const seedUser = (deps: DeskDeps, tenantId: string, account: DemoAccount): Promise<string> =>
  createUser(deps.database, { ...account, tenantId, password: demoPassword }, deps.now())

async function writeRows(deps: DeskDeps, admin: Viewer, rows: readonly SeedRow[], at: Date): Promise<void> {
  for (let i = 0; i < rows.length; i += limits.changesPerRequest) {
    const changes = rows.slice(i, i + limits.changesPerRequest).map(({ entity, id, fields }) => {
      const op = { op: 'create' as const, entity, id, fields }
      return {
        id: uuidv7(),
        hash: createHash('sha256').update(canonicalJson(op)).digest('hex'),
        strangers: 'refuse' as const,
        ops: [op],
      }
    })
    const refused = (await writeChanges({ ...deps, now: () => at }, admin, changes)).find(
      ({ verdict }) => verdict !== 'applied',
    )
    if (refused) throw new Error(`The demo data was refused: ${JSON.stringify(refused)}`)
  }
}
