import type { EntityName, Row } from '#schema/registry.ts'

/** The entities whose records can have a file. */
export type WithFile = {
  [Name in EntityName]: Row<Name> extends { readonly fileState: string; readonly version: number } ? Name : never
}[EntityName]
