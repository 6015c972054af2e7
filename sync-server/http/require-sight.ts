import type { Entity } from '#schema/entity.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { limitedViewer } from '../records/newer-names.ts'
import { RequestError } from './errors.ts'

/**
 * The viewer, with what may be told to them beside a node of another version; answers 503 when only that version knows
 * which rows of these entities they may read.
 */
export async function requireSight(tx: TenantTx, viewer: Viewer, ...entities: readonly Entity[]): Promise<Viewer> {
  const limited = await limitedViewer(tx, viewer)
  const isKnown = ({ name, replicate }: Entity) => replicate === 'never' || (limited.sight?.has(name) ?? true)
  if (!entities.every(isKnown)) throw new RequestError('NEWER')
  return limited
}
