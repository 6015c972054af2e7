import { audienceOfType } from './documents.ts'
import type { Rules } from './noun-rules.ts'

export const documentRules: Rules<'documents'> = {
  /** For whom a document is follows from its type. */
  complete: (document) =>
    document.audience === null ? { ...document, audience: audienceOfType(document.type) } : document,
}
