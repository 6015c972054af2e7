// Fetches at once what the changes of a request will be judged against, so that judging finds it in memory.
import { fieldsOf, isUuid } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { WorkingSet } from './working-set.ts'
import type { Submitted } from './write.ts'

export async function prefetch(set: WorkingSet, submitted: readonly Submitted[]): Promise<void> {
  const ids = new Map<string, string[]>()
  const want = (entity: string, id: unknown) => {
    if (typeof id === 'string' && isUuid(id)) ids.set(entity, [...(ids.get(entity) ?? []), id])
  }
  for (const each of submitted) {
    if (!('ops' in each)) continue
    for (const op of each.ops) {
      const of = entityNamed(op.entity)
      if (!of || of.home !== 'tenant') continue
      want(of.name, op.id)
      for (const [name, { storage }] of Object.entries(of.fields)) {
        if (storage.kind === 'reference') want(storage.to, fieldsOf(op)[name])
      }
    }
  }
  for (const [entity, wanted] of ids) await set.load(entityNamed(entity)!, wanted)
  await prefetchParents(set, ids.get('investments') ?? [], want, ids)
}

/** Investments move sums on their project and investor, and follow the project's valuations. */
async function prefetchParents(
  set: WorkingSet,
  investmentIds: readonly string[],
  want: (entity: string, id: unknown) => void,
  ids: Map<string, string[]>,
): Promise<void> {
  if (!investmentIds.length) return
  for (const id of investmentIds) {
    const row = set.peek('investments', id)
    want('projects', row?.['projectId'])
    want('investors', row?.['investorId'])
  }
  for (const entity of ['projects', 'investors']) await set.load(entityNamed(entity)!, ids.get(entity) ?? [])
  await set.loadChildren({ entity: 'valuations', field: 'projectId' }, ids.get('projects') ?? [])
}
