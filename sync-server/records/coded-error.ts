import { type Code, codeTexts } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'

export class CodedError extends Error {
  readonly code: Code
  readonly issues: Issues
  constructor(code: Code, issues: Issues = {}) {
    super(codeTexts[code])
    this.code = code
    this.issues = issues
  }
}

/** A verb would have another result than the user was shown. */
export class ResultChanged extends CodedError {
  readonly shown: readonly ShownRow[]
  constructor(shown: readonly ShownRow[]) {
    super('RESULT_CHANGED')
    this.shown = shown
  }
}
