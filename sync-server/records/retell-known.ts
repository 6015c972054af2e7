// References that an investor reads only where they know the record they name (`knownFrom`).
import type { Link } from '#schema/entity.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import type { WorkingSet } from './working-set.ts'

const linksTo = (entity: string): Link[] =>
  tenantEntities.flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([, { knownFrom, storage }]) => knownFrom && storage.kind === 'reference' && storage.to === entity)
      .map(([field]) => ({ entity: name, field })),
  )

/** What investors have of this record is sent again, as it is read now. */
export async function retellKnown(set: WorkingSet, entity: string, id: string): Promise<void> {
  for (const link of linksTo(entity))
    for (const row of await set.children(link, id))
      if (row['investorId'] !== null) set.stage(entityNamed(link.entity)!, row)
}
