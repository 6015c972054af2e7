// Sealed while queued, because the link grants access.
import { v7 as uuidv7 } from 'uuid'
import type { JobKind } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { createWorker, type Worker, type WorkerDeps } from '#server/jobs/worker.ts'
import type { Aad, Seals } from '#server/secrets/seal.ts'
import { type TemplatedEmail, renderEmail } from './email-template.ts'
import { type SmtpTransport, MailRejected } from './smtp-transport.ts'

export interface Mail {
  /** Call it after the commit. Replaces a queued mail with the same key. */
  send(tenantId: string, email: TemplatedEmail, key?: string): Promise<void>
}

export interface MailDeps extends Omit<WorkerDeps, 'jobs'> {
  readonly seals: Seals
  readonly smtp: SmtpTransport
}

const mailJob = 'mail'
const aadOf = (tenantId: string, key: string): Aad => ({
  tenantId,
  table: 'jobs',
  id: key,
  column: 'payload',
})

/** A slow mail server must not delay other jobs. */
export function createMail(deps: MailDeps): Mail & Pick<Worker, 'start' | 'stop' | 'checkAllFirms'> {
  const { database, seals, smtp, backgroundTasks, now, log } = deps

  const deliver: JobKind = {
    async run(_, { tenantId, key, payload }) {
      const { id, sealed } = payload as { readonly id: string; readonly sealed: string }
      const email = JSON.parse(seals.open(sealed, aadOf(tenantId, key))) as TemplatedEmail
      if (email.until > now().toISOString())
        await smtp.send(id, renderEmail(email)).catch((error: unknown) => {
          if (!(error instanceof MailRejected)) throw error
          // The mail server's reply usually contains the address.
          const { responseCode } = (error.cause ?? {}) as { readonly responseCode?: number }
          log.warn({ responseCode, tenantId, kind: mailJob, key }, 'mail rejected')
        })
      return { payload: {}, hasChanged: true }
    },
  }
  const worker = createWorker({ ...deps, jobs: { [mailJob]: deliver } })
  let lastCheck: Promise<void> = Promise.resolve()

  return {
    ...worker,
    async send(tenantId, email, key = uuidv7()) {
      const sealed = seals.seal(JSON.stringify(email), aadOf(tenantId, key))
      const payload = { id: uuidv7(), sealed }
      await database.tenant(tenantId, (tx) => queueJob(tx, { kind: mailJob, key, payload, runAt: now() }))
      backgroundTasks.begin(() => (lastCheck = lastCheck.catch(() => {}).then(() => worker.checkFirm(tenantId))))
    },
  }
}
