// An act that changes what a person may see, such as a new role: it writes no record, but their devices must learn of it.
import { type Actor, tenantOf } from './actor.ts'
import type { WriteDeps } from './noun-rules.ts'
import { tellInvestor } from './save.ts'
import { type Act, writeAct } from './write-act.ts'

/** Audits the act. Call the answer once the change is committed: it makes the person's streams look again. */
export async function writeSightAct(deps: WriteDeps, actor: Actor, userId: string, act: Act): Promise<() => void> {
  const tenantId = tenantOf(actor)
  const number = await writeAct(deps, actor, act)
  // If they become an investor, their feed must still pass the changes they made before.
  await deps.database.tenant(tenantId, (tx) => tellInvestor(tx, userId, number))
  return () => deps.hints.publish(tenantId, { number, audiences: {}, sight: { [userId]: number } })
}
