// Who writes. A person is judged by what they may do, and so is a file that a person imports; a job and the system write what
// the server itself decides, and stand for nobody.
import type { Viewer } from '#schema/viewer.ts'

export interface PersonActor {
  readonly kind: 'person'
  readonly viewer: Viewer
}

export interface ImportActor {
  readonly kind: 'import'
  readonly viewer: Viewer
  /** The name of the file. */
  readonly file: string
}

export interface JobActor {
  readonly kind: 'job'
  readonly tenantId: string
  /** Its kind, as `sync-server/jobs.ts` has it. */
  readonly job: string
}

/** The seed of a demo, an errand from the shell. */
export interface SystemActor {
  readonly kind: 'system'
  readonly tenantId: string
}

/** Whoever hands in changes to be judged. */
export type JudgedActor = PersonActor | ImportActor
export type Actor = JudgedActor | JobActor | SystemActor

export const asPerson = (viewer: Viewer): PersonActor => ({ kind: 'person', viewer })

export const tenantOf = (actor: Actor): string => ('viewer' in actor ? actor.viewer.tenantId : actor.tenantId)

/** The person who answers for it; null where there is none. */
export const personOf = (actor: Actor): string | null => ('viewer' in actor ? actor.viewer.userId : null)

/** As the audit trail says it, beside the person's id. */
export function toldActor(actor: Actor): Readonly<Record<string, string>> {
  switch (actor.kind) {
    case 'person':
      return { kind: 'person', role: actor.viewer.role }
    case 'import':
      return { kind: 'import', role: actor.viewer.role, file: actor.file }
    case 'job':
      return { kind: 'job', job: actor.job }
    case 'system':
      return { kind: 'system' }
  }
}
