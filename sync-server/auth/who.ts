// Who may ask for something: a right that an entity declares, or a role where there is no entity.
import type { Entity, Verb } from '#schema/kernel/entity.ts'
import type { EntityName, OwnVerbOf, registry } from '#schema/registry.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { isStaff, mayEver } from '#schema/kernel/viewer.ts'

/** A verb of an entity, for those whose role may ever use it. What they may do with one row is decided with the row. */
type Right =
  | { readonly may: Verb; readonly of: Entity }
  | { [Name in EntityName]: { readonly may: OwnVerbOf<Name>; readonly of: (typeof registry)[Name] } }[EntityName]

/** Everybody; everybody who is signed in; staff; administrators; or those with a right. */
export type Who = 'anybody' | 'person' | 'staff' | 'admin' | Right

/** People who are signed in, in some of their roles. */
export type SomeRoles = Exclude<Who, 'anybody' | 'person'>

export function isAmong(who: Who, viewer: { readonly role: Role }): boolean {
  if (who === 'anybody' || who === 'person') return true
  if (who === 'staff') return isStaff(viewer)
  if (who === 'admin') return viewer.role === 'ADMIN'
  return mayEver(who.of, viewer, who.may)
}
