import type { Entity } from '#schema/kernel/entity.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { restrictedViewer } from '#server/records/write/newer-names.ts'
import { RequestError } from '#server/http/errors.ts'

/** Throws NEWER (503) if only the other running version of the server knows who may read these entities. */
export async function requireFieldVisibility(
  tx: TenantTx,
  viewer: Viewer,
  ...entities: readonly Entity[]
): Promise<Viewer> {
  const limited = await restrictedViewer(tx, viewer)
  const isKnown = ({ name, replicate }: Entity) => replicate === 'never' || (limited.fieldVisibility?.has(name) ?? true)
  if (!entities.every(isKnown)) throw new RequestError('NEWER')
  return limited
}
