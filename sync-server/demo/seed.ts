// Fills an empty database with the two demo firms, through the usual write path. Dates are relative to today.
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import { asPerson } from '../records/actor.ts'
import { hashOf } from '../records/hash-of.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { writeChanges } from '../records/write.ts'
import { findFirm } from '../db/find-firm.ts'
import { createFirm, openTenant } from '../firms/create-firm.ts'
import { linkPerson } from '../investors/link-person.ts'
import { demoAccounts, demoFirms, demoPassword } from './accounts.ts'
import { demoCapital } from './demo-capital.ts'
import { seedSnapshots } from './earlier-months.ts'
import { otherPartners } from './other-partners.ts'
import type { SeedFirm, SeedRow } from './seed-parts.ts'

/** A firm becomes visible when it is complete, so that an interrupted seed is simply run again. */
export async function seedDemo(deps: WriteDeps): Promise<void> {
  const today = deps.now()
  const firms = { 'Demo Capital': demoCapital, 'Other Partners': otherPartners }
  for (const name of demoFirms)
    if (!(await findFirm(deps.database, name))) await seedFirm(deps, name, firms[name](today))
}

async function seedFirm(deps: WriteDeps, name: string, firm: SeedFirm): Promise<void> {
  const tenantId = await openTenant(deps.database)
  const users = demoAccounts
    .filter((each) => each.firm === name)
    .map((account) => ({ ...account, id: uuidv7(), password: demoPassword }))
  const admin: Viewer = { tenantId, userId: users[0]!.id, role: 'ADMIN', investorIds: [] }
  const moments = [...new Set(firm.rows.map(({ at }) => at.getTime()))].sort((a, b) => a - b)
  for (const moment of moments) {
    const rows = firm.rows.filter(({ at }) => at.getTime() === moment)
    await writeRows(deps, admin, rows, new Date(moment))
  }
  await seedSnapshots(deps, tenantId, firm.rows)
  for (const [email, investorId] of firm.links) {
    await linkPerson.run(deps, { kind: 'system', tenantId }, investorId, {
      userId: users.find((each) => each.email === email)!.id,
    })
  }
  await createFirm(deps.database, tenantId, name, users, deps.now(), { isDemo: true })
}

async function writeRows(deps: WriteDeps, admin: Viewer, rows: readonly SeedRow[], at: Date): Promise<void> {
  for (let i = 0; i < rows.length; i += limits.changesPerRequest) {
    const changes = rows.slice(i, i + limits.changesPerRequest).map(({ entity, id, fields }) => {
      const op = { op: 'create' as const, entity, id, fields }
      return {
        id: uuidv7(),
        hash: hashOf(op),
        unknownFields: 'refuse' as const,
        ops: [op],
      }
    })
    const refused = (await writeChanges({ ...deps, now: () => at }, asPerson(admin), changes)).find(
      ({ verdict }) => verdict !== 'applied',
    )
    if (refused) throw new Error(`The demo data was refused: ${JSON.stringify(refused)}`)
  }
}
