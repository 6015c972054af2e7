import { onTestFinished } from 'vitest'
import { type EntityName, registry } from '#schema/registry.ts'

/** Lasts until the returned function is called, or the test ends. */
export function withoutFields(name: EntityName, ...fields: readonly string[]): () => void {
  const definition = registry[name]
  const { fields: currentFields } = definition
  Object.assign(definition, {
    fields: Object.fromEntries(Object.entries(currentFields).filter(([field]) => !fields.includes(field))),
  })
  const restore = () => void Object.assign(definition, { fields: currentFields })
  onTestFinished(restore)
  return restore
}

export function withoutEntity(name: EntityName): () => void {
  const { [name]: definition } = registry
  Reflect.deleteProperty(registry, name)
  const restore = () => void Object.assign(registry, { [name]: definition })
  onTestFinished(restore)
  return restore
}
