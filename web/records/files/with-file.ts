import type { EntityName, Row } from '#schema/registry.ts'

export type WithFile = {
  [Name in EntityName]: Row<Name> extends { readonly fileState: string; readonly version: number } ? Name : never
}[EntityName]
