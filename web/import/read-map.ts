import { type Importable, importMap, type ImportMap, mapProblems } from '#schema/import/import-map.ts'

/** Null if it does not fit this entity. */
export async function readMap(file: File, entity: Importable): Promise<ImportMap | null> {
  try {
    const parsed = importMap.safeParse(JSON.parse((await file.text()).replace(/^\uFEFF/, '')))
    return parsed.success && mapProblems(entity, parsed.data).length === 0 ? parsed.data : null
  } catch {
    return null
  }
}
