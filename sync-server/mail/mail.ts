// Mails are jobs: one that the mail server does not take is tried again after growing pauses, on any node, and of all
// nodes one sends it. What it says is sealed while it waits, because its link lets somebody in.
import { v7 as uuidv7 } from 'uuid'
import type { JobKind } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { createWorker, type Worker, type WorkerDeps } from '#server/jobs/worker.ts'
import type { SealedPlace, Seals } from '#server/secrets/seal.ts'
import { type Letter, writeLetter } from './email-template.ts'
import { type Post, Returned } from './smtp-transport.ts'

export interface Mail {
  /**
   * Keeps the letter until it is sent; call it when what it tells of is committed. A letter with a key takes the place
   * of one that waits under the same key.
   */
  send(tenantId: string, letter: Letter, key?: string): Promise<void>
}

export interface MailDeps extends Omit<WorkerDeps, 'jobs'> {
  readonly seals: Seals
  readonly post: Post
}

export const mailJob = 'mail'
const placeOf = (tenantId: string, key: string): SealedPlace => ({
  tenantId,
  table: 'jobs',
  id: key,
  column: 'payload',
})

/** With a worker of its own, so that a slow mail server holds up no other job. */
export function createMail(deps: MailDeps): Mail & Pick<Worker, 'start' | 'stop' | 'look'> {
  const { database, seals, post, afterwards, now, log } = deps

  const deliver: JobKind = {
    async run(_, { tenantId, key, payload }) {
      const { id, sealed } = payload as { readonly id: string; readonly sealed: string }
      const letter = JSON.parse(seals.open(sealed, placeOf(tenantId, key))) as Letter
      if (letter.until > now().toISOString())
        await post.send(id, writeLetter(letter)).catch((error: unknown) => {
          if (!(error instanceof Returned)) throw error
          // What the mail server says usually holds the person's address.
          const { responseCode } = (error.cause ?? {}) as { readonly responseCode?: number }
          log.warn({ responseCode, tenantId, kind: mailJob, key }, 'a mail was returned')
        })
      return { payload: {} }
    },
  }
  const worker = createWorker({ ...deps, jobs: { [mailJob]: deliver } })
  let turn: Promise<void> = Promise.resolve()

  return {
    ...worker,
    async send(tenantId, letter, key = uuidv7()) {
      const sealed = seals.seal(JSON.stringify(letter), placeOf(tenantId, key))
      const payload = { id: uuidv7(), sealed }
      await database.tenant(tenantId, (tx) => queueJob(tx, { kind: mailJob, key, payload, runAt: now() }))
      afterwards.begin(() => (turn = turn.catch(() => {}).then(() => worker.lookAt(tenantId))))
    },
  }
}
