// Who writes. A person is judged by what they may do, and so is a person's import; a job and the system write what the
// server itself decides, without a person.
import type { Viewer } from '#schema/kernel/viewer.ts'

/** From where a request comes, as far as that can be known. */
export interface RequestOrigin {
  readonly address: string
  readonly userAgent: string | null
}

export interface PersonActor {
  readonly kind: 'person'
  readonly viewer: Viewer
  readonly from?: RequestOrigin | undefined
  /** Who made the change that this person takes over, with the role and the links that they have now. */
  readonly author?: Viewer
}

export interface ImportActor {
  readonly kind: 'import'
  readonly viewer: Viewer
  /** The file's name. */
  readonly file: string
}

export interface JobActor {
  readonly kind: 'job'
  readonly tenantId: string
  /** The job's kind, as in `sync-server/jobs.ts`. */
  readonly job: string
}

/** The demo's seed, or a command from the shell. */
export interface SystemActor {
  readonly kind: 'system'
  readonly tenantId: string
}

/** An actor whose changes are judged. */
export type JudgedActor = PersonActor | ImportActor
export type Actor = JudgedActor | JobActor | SystemActor

export const asPerson = (viewer: Viewer, from?: RequestOrigin): PersonActor => ({ kind: 'person', viewer, from })

export const tenantOf = (actor: Actor): string => ('viewer' in actor ? actor.viewer.tenantId : actor.tenantId)

/** The responsible person; null when there is none. */
export const personOf = (actor: Actor): string | null => ('viewer' in actor ? actor.viewer.userId : null)

/** From where the person asks. */
export const fromOf = (actor: Actor): RequestOrigin | undefined => (actor.kind === 'person' ? actor.from : undefined)

/** The responsible person's name, as colleagues read it; null when there is no person, or the name is not known. */
export const nameOf = (actor: Actor): string | null => ('viewer' in actor ? (actor.viewer.name ?? null) : null)

/** The id of the person who made the change, when another person has taken it in their own name. */
export const authorOf = (actor: Actor): string | undefined =>
  actor.kind === 'person' ? actor.author?.userId : undefined

/** Who made the change: what a row gets from a person it gets from them, whoever has taken it over since. */
export const makerOf = (actor: JudgedActor): Viewer =>
  actor.kind === 'person' ? (actor.author ?? actor.viewer) : actor.viewer

/** The actor in the audit trail, besides the person's id. */
export function auditActor(actor: Actor): Readonly<Record<string, string>> {
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
