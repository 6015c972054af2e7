import type { Link } from '#schema/kernel/entity.ts'
import { type EntityName, entityNamed, tenantEntities } from '#schema/registry.ts'
import { belongsToOneInvestor } from '#server/db/tables/audiences.ts'
import type { DependentSet } from './working-set.ts'

/** Through which investors know a record that they may not read. */
export const knownFromLinks = (entity: string): Link[] =>
  tenantEntities.flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([, { knownFrom, storage }]) => knownFrom && storage.kind === 'reference' && storage.to === entity)
      .map(([field]) => ({ entity: name, field })),
  )

export async function resendKnownRows(set: DependentSet, entity: string, id: string): Promise<void> {
  for (const link of knownFromLinks(entity))
    for (const row of await set.children(link, id))
      if (belongsToOneInvestor(entityNamed(link.entity)!, row)) set.setMaintained(link.entity as EntityName, row)
}
