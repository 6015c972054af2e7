import { type Importable, importMap, type ImportMap, mapProblems } from '#schema/import/import-map.ts'

/** The map in a file; null when it is none for this entity. */
export async function readMap(file: File, entity: Importable): Promise<ImportMap | null> {
  try {
    const parsed = importMap.safeParse(JSON.parse((await file.text()).replace(/^\uFEFF/, '')))
    return parsed.success && mapProblems(entity, parsed.data).length === 0 ? parsed.data : null
  } catch {
    return null
  }
}
