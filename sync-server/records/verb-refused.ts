import { type Code, codeTexts } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'

export class VerbRefused extends Error {
  readonly code: Code
  readonly issues: Issues
  constructor(code: Code, issues: Issues = {}) {
    super(codeTexts[code])
    this.code = code
    this.issues = issues
  }
}
