import type { CommitResult, OnlineProblem } from '#web/store/contract.ts'

/** What a form makes of a question to the server: wrong fields are a result, everything else rejects. */
export async function resultOf(question: () => Promise<unknown>): Promise<CommitResult> {
  try {
    await question()
    return { ok: true, id: '', changeId: '' }
  } catch (problem) {
    const { issues = {} } = problem as Partial<OnlineProblem>
    if (Object.keys(issues).length > 0) return { ok: false, issues }
    throw problem
  }
}
