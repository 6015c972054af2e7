import type { Entity } from '#schema/entity.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { limitedViewer } from '../records/newer-names.ts'
import { RequestError } from './errors.ts'

/**
 * The viewer, with what may be told to them beside a node of another version; answers 503 when only that version knows
 * which rows of the entity they may read.
 */
export async function requireSight(tx: TenantTx, viewer: Viewer, of: Entity): Promise<Viewer> {
  const limited = await limitedViewer(tx, viewer)
  const isKnown = of.replicate === 'never' || (limited.sight?.has(of.name) ?? true)
  if (!isKnown) throw new RequestError('NEWER')
  return limited
}
