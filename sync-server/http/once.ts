// `Idempotency-Key` for calls that are more than one change of a firm's records: the same question under the same key is
// answered as before, and nothing is done again. Answers are kept sealed, because some hold a link. Who asks twice at
// the same time may be refused once; and a server that stops between doing and keeping does it again.
import type { Context } from 'hono'
import type { Viewer } from '#schema/viewer.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { asPerson } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { answeredBefore, transact } from '../records/transact.ts'
import { VerbRefused } from '../records/verb-refused.ts'
import { type Place, SealBroken, type Seals } from '../secrets/seal.ts'
import type { Env } from './env.ts'
import { idempotencyKey } from './request.ts'

/** `given` is all that was asked: with a known key another question is refused. */
export type Once = <Answer extends object>(
  context: Context<Env>,
  viewer: Viewer,
  given: unknown,
  work: () => Promise<Answer> | Answer,
) => Promise<Answer>

export const createOnce =
  (deps: WriteDeps & { readonly seals: Seals }): Once =>
  async (context, viewer, given, work) => {
    const key = idempotencyKey(context)
    if (!key) return work()
    const asked = { key, given: [context.req.method, context.req.path, given] }
    const place = { tenantId: viewer.tenantId, table: 'verdicts', id: key, column: 'result' }
    const before = await answeredBefore<string>(deps, asPerson(viewer), asked)
    if (before !== undefined) return JSON.parse(opened(deps.seals, before, place)) as Awaited<ReturnType<typeof work>>
    const answer = await work()
    const sealed = deps.seals.seal(JSON.stringify(answer), place)
    await transact(deps, asPerson(viewer), async () => sealed, asked).catch((error: unknown) => {
      // It is done, so it is not refused.
      if (!isUnavailable(error)) throw error
    })
    return answer
  }

/** An answer from before the server's keys changed is lost: it is known only that the question was answered. */
function opened(seals: Seals, sealed: string, place: Place): string {
  try {
    return seals.open(sealed, place)
  } catch (error) {
    throw error instanceof SealBroken ? new VerbRefused('DUPLICATE') : error
  }
}
