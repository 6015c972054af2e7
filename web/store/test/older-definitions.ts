// An entity as in an older version of the app, without some of its fields or entirely unknown.
import { onTestFinished } from 'vitest'
import { type EntityName, registry } from '#schema/registry.ts'

/** Lasts until the returned function is called, or the test ends. */
export function withoutFields(name: EntityName, ...fields: readonly string[]): () => void {
  const of = registry[name]
  const { fields: now } = of
  Object.assign(of, { fields: Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))) })
  const restore = () => void Object.assign(of, { fields: now })
  onTestFinished(restore)
  return restore
}

export function withoutEntity(name: EntityName): () => void {
  const { [name]: of } = registry
  Reflect.deleteProperty(registry, name)
  const restore = () => void Object.assign(registry, { [name]: of })
  onTestFinished(restore)
  return restore
}
