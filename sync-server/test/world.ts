import type { Entity } from '#schema/kernel/entity.ts'
import { entityNamed, type TenantEntityName, registry, replicatedEntities } from '#schema/registry.ts'
import { transact } from '#server/records/write/transact.ts'
import { createFirm, link, signUp, type TestFirm } from './firm.ts'
import { type Sample, sampleFields, storedSample } from '#schema/test/sample-fields.ts'
import type { TestServer } from './server.ts'

export interface World extends TestFirm {
  readonly near: ReadonlyMap<string, string>
  readonly far: ReadonlyMap<string, string>
  readonly nearSample: Sample
  readonly farSample: Sample
}

/** Parents first; references that close a cycle stay empty. */
function byDependency(all: readonly Entity[]): Entity[] {
  const sorted: Entity[] = []
  const visit = (entity: Entity, path: readonly Entity[]) => {
    if (sorted.includes(entity) || path.includes(entity)) return
    for (const { storage } of Object.values(entity.fields))
      if (storage.kind === 'reference') visit(entityNamed(storage.to)!, [...path, entity])
    sorted.push(entity)
  }
  for (const entity of all) visit(entity, [])
  return sorted
}

const noShare = { value: null, valueDate: null, valueRatio: null }

const insertSamples = (
  server: TestServer,
  tenantId: string,
  sample: Sample,
  rows: Map<string, string>,
  shown: boolean,
) =>
  transact(server, { kind: 'system', tenantId }, async (batch) => {
    for (const entity of byDependency(replicatedEntities)) {
      if (entity.name === 'investorUsers' || entity.name === 'holdingValues') continue
      const values = {
        ...storedSample(entity, sample),
        ...sampleFields(entity, sample),
        ...(entity === registry.projects ? { isVisibleToInvestors: shown } : {}),
        ...(entity === registry.investors ? { userId: null } : {}),
        ...(entity === registry.documents && !shown ? { investorId: null } : {}),
        ...(entity === registry.activities ? { shown } : {}),
        ...(entity === registry.investments ? { projectName: null, projectCurrency: null, ...noShare } : {}),
        ...(entity === registry.investments ? { investmentDate: '2025-01-31', exitedOn: null, status: 'FUNDED' } : {}),
        ...(entity === registry.cashFlows ? { investmentId: null, type: 'DIVIDEND' } : {}),
      }
      rows.set(entity.name, await batch.create(entity.name as TenantEntityName, values))
    }
  })

export async function createWorld(server: TestServer, token: string): Promise<World> {
  const firm = await createFirm(server)
  const [near, far] = [new Map<string, string>(), new Map<string, string>()]
  const pointTo = (rows: Map<string, string>) => (entity: string) => rows.get(entity) ?? null
  const nearSample = { token: `NEAR${token}`, references: pointTo(near), userId: firm.investor.userId }
  const other = await signUp(server, firm.tenantId, 'INVESTOR')
  const farSample = { token: `FAR${token}`, references: pointTo(far), userId: other.userId }
  await insertSamples(server, firm.tenantId, nearSample, near, true)
  await insertSamples(server, firm.tenantId, farSample, far, false)
  await link(server, firm.admin, firm.investor, near.get('investors')!)
  await link(server, firm.admin, other, far.get('investors')!)
  const links = await server.database.tenant(firm.tenantId, (tx) =>
    tx.query<{ id: string }>('select id from investor_users where tenant_id = $1 order by n', [firm.tenantId]),
  )
  near.set('investorUsers', links[0]!.id)
  far.set('investorUsers', links[1]!.id)
  const shares = await server.database.tenant(firm.tenantId, (tx) =>
    tx.query<{ id: string; investorId: string }>(
      'select id, investor_id as "investorId" from holding_values where tenant_id = $1',
      [firm.tenantId],
    ),
  )
  for (const rows of [near, far])
    rows.set('holdingValues', shares.find(({ investorId }) => investorId === rows.get('investors'))!.id)
  return { ...firm, near, far, nearSample, farSample }
}
