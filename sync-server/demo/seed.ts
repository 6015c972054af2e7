import { v7 as uuidv7 } from 'uuid'
import { limits } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { findFirm } from '#server/db/find-firm.ts'
import type { FileDeps } from '#server/files/end-upload.ts'
import { createFirm, openTenant } from '#server/firms/create-firm.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { asPerson } from '#server/records/actor.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { writeChanges } from '#server/records/write/write.ts'
import { demoAccounts, demoFirms, demoPassword } from './accounts.ts'
import { demoCapital } from './demo-capital/demo-capital.ts'
import { seedSnapshots } from './seed-snapshots.ts'
import { secondDemoFirm } from './other-partners.ts'
import { seedCommissions } from './seed-commissions.ts'
import { seedFiles } from './seed-files.ts'
import type { ServerRow, SeedFirm, SeedRow, UserIdOf } from './seed-parts.ts'

/** A firm becomes visible when complete, so an interrupted seed is simply repeated. */
export async function seedDemo(deps: FileDeps): Promise<void> {
  const firms = { 'Demo Capital': demoCapital, 'Other Partners': secondDemoFirm }
  for (const name of demoFirms) if (!(await findFirm(deps.database, name))) await seedFirm(deps, name, firms[name])
}

async function seedFirm(
  deps: FileDeps,
  name: string,
  firmOf: (now: Date, userIdOf: UserIdOf) => SeedFirm,
): Promise<void> {
  const now = deps.now()
  const tenantId = await openTenant(deps.database)
  const users = demoAccounts
    .filter((each) => each.firm === name)
    .map((account) => ({ ...account, id: uuidv7(), password: demoPassword }))
  const userOf = (email: string) => users.find((each) => each.email === email)!
  const firm = firmOf(now, (email) => userOf(email).id)
  const [admin] = users
  const viewerOf = (email = admin!.email): Viewer => {
    const { id: userId, role, firstName, lastName } = userOf(email)
    return { tenantId, userId, role, investorIds: [], name: `${firstName} ${lastName}` }
  }
  for (const [moment, rows] of byMoment(firm.rows))
    for (const [by, ownRows] of Map.groupBy(rows, (row) => row.by))
      await writeRows({ ...deps, now: () => moment }, viewerOf(by), ownRows)
  for (const { id, at, exitedOn } of firm.exits ?? [])
    await transact({ ...deps, now: () => at }, asPerson(viewerOf()), (batch) =>
      batch.update('investments', id, { status: 'EXITED', exitedOn }),
    )
  await seedFiles(deps, viewerOf(), firm.files)
  await seedCommissions(
    deps,
    tenantId,
    users.filter(({ role }) => role !== 'INVESTOR').map(({ id }) => id),
  )
  for (const [moment, rows] of byMoment(firm.serverRows))
    await writeServerRows({ ...deps, now: () => moment }, tenantId, rows)
  await seedSnapshots(deps, tenantId, firm.rows)
  // The latest activities must be the firm's own.
  const began = new Date(Math.min(...firm.rows.map(({ at }) => at.getTime())))
  for (const [email, investorId] of firm.links)
    await linkPerson.run({ ...deps, now: () => began }, { kind: 'system', tenantId }, investorId, {
      userId: userOf(email).id,
    })
  await createFirm(deps.database, tenantId, name, users, now, { isDemo: true })
}

const byMoment = <Row extends { readonly at: Date }>(rows: readonly Row[]): readonly (readonly [Date, Row[]])[] =>
  [...Map.groupBy(rows, ({ at }) => at.getTime())]
    .sort(([a], [b]) => a - b)
    .map(([moment, all]) => [new Date(moment), all] as const)

async function writeRows(deps: WriteDeps, viewer: Viewer, rows: readonly SeedRow[]): Promise<void> {
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
    const verdicts = await writeChanges(deps, asPerson(viewer), changes)
    const refused = verdicts.findIndex(({ verdict }) => verdict !== 'applied')
    if (refused >= 0)
      throw new Error(`The demo data was refused: ${JSON.stringify([verdicts[refused], changes[refused]!.ops])}`)
  }
}

const writeServerRows = (deps: WriteDeps, tenantId: string, rows: readonly ServerRow[]): Promise<void> =>
  transact(deps, { kind: 'system', tenantId }, async (batch) => {
    for (const { entity, id, fields } of rows) await batch.create(entity, fields, id)
  })
