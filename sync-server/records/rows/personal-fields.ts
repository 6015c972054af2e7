// They follow from the kinds of fields, so a person's new text is erased by default.
import { type Entity, perEntity, type PersonalRule } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'

const kinds: readonly string[] = ['text', 'email', 'url', 'secret', 'json']

const mayNamePerson = ({ storage }: Field): boolean => kinds.includes(storage.kind)

export const textFields = perEntity((entity): readonly string[] =>
  Object.keys(entity.fields).filter((name) => mayNamePerson(entity.fields[name]!)),
)

export const fieldsOfRule = (entity: Entity, { fields, kept = [] }: PersonalRule): readonly string[] =>
  (fields ?? textFields(entity)).filter((name) => !kept.includes(name))

/** Columns that must not be null get a value that identifies nobody. */
export function erasedValue({ nullable, storage }: Field, id: string): unknown {
  if (nullable) return null
  switch (storage.kind) {
    case 'email':
      return `${id}@erased.invalid`
    case 'url':
      return `https://erased.invalid/${id}`
    case 'json':
      return {}
    default:
      return '—'
  }
}
