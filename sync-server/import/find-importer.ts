import type { Role } from '#schema/kernel/enumerations.ts'
import type { Importable } from '#schema/import/import-map.ts'
import { registry } from '#schema/registry.ts'
import { mayEver } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { findFirm } from '#server/db/find-firm.ts'
import { ImportError } from './import-error.ts'

interface FoundUser {
  readonly id: string
  readonly role: Role
  readonly isActive: boolean
}

export async function findImporter(
  database: Database,
  { firm, email, entity }: { readonly firm: string; readonly email: string; readonly entity: Importable },
): Promise<Viewer> {
  const tenantId = await findFirm(database, firm)
  if (!tenantId) throw new ImportError(`There is no firm called ${firm}`)
  const [person] = await database.directory<FoundUser[]>`
    select id, role, is_active as "isActive" from directory.users
    where tenant_id = ${tenantId} and email = ${email.toLowerCase()}`
  if (!person) throw new ImportError(`Nobody at ${firm} signs in as ${email}`)
  if (!person.isActive) throw new ImportError(`The account ${email} is not active`)
  const viewer: Viewer = { tenantId, userId: person.id, role: person.role, investorIds: [] }
  const definition = registry[entity]
  if (!mayEver(definition, viewer, 'create') || !mayEver(definition, viewer, 'update'))
    throw new ImportError(`${email} may not create and change ${entity}`)
  return viewer
}
