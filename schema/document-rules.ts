import { audienceOfType } from './documents.ts'
import type { Rules } from './noun-rules.ts'

export const documentRules: Rules<'documents'> = {
  /** The document's type decides its audience. */
  complete: (document) =>
    document.audience === null ? { ...document, audience: audienceOfType(document.type) } : document,
}
