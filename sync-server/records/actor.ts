// Jobs and the system need no permissions.
import type { Viewer } from '#schema/kernel/viewer.ts'

export interface RequestOrigin {
  readonly address: string
  readonly userAgent: string | null
}

export interface PersonActor {
  readonly kind: 'person'
  readonly viewer: Viewer
  readonly from?: RequestOrigin | undefined
  /** The original author, with their current rights, of a change that an administrator accepts. */
  readonly author?: Viewer
}

export interface ImportActor {
  readonly kind: 'import'
  readonly viewer: Viewer
  readonly file: string
}

export interface JobActor {
  readonly kind: 'job'
  readonly tenantId: string
  readonly job: string
}

export interface SystemActor {
  readonly kind: 'system'
  readonly tenantId: string
}

export type JudgedActor = PersonActor | ImportActor
export type Actor = JudgedActor | JobActor | SystemActor

export const asPerson = (viewer: Viewer, from?: RequestOrigin): PersonActor => ({ kind: 'person', viewer, from })

export const tenantOf = (actor: Actor): string => ('viewer' in actor ? actor.viewer.tenantId : actor.tenantId)

export const personOf = (actor: Actor): string | null => ('viewer' in actor ? actor.viewer.userId : null)

export const originOf = (actor: Actor): RequestOrigin | undefined => (actor.kind === 'person' ? actor.from : undefined)

export const nameOf = (actor: Actor): string | null => ('viewer' in actor ? (actor.viewer.name ?? null) : null)

export const deviceOf = (actor: Actor): string | null => ('viewer' in actor ? (actor.viewer.device ?? null) : null)

export const authorOf = (actor: Actor): string | undefined =>
  actor.kind === 'person' ? actor.author?.userId : undefined

/** New rows get the author's defaults. */
export const authorViewerOf = (actor: JudgedActor): Viewer =>
  actor.kind === 'person' ? (actor.author ?? actor.viewer) : actor.viewer

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
