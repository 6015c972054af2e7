import type { CommitResult } from './command.ts'
import type { OnlineProblem } from './online.ts'

/** Invalid fields are a result, everything else rejects. */
export async function resultOf(request: () => Promise<unknown>): Promise<CommitResult> {
  try {
    const response = (await request()) as { readonly id?: string } | undefined
    return { ok: true, id: response?.id ?? '', changeId: '' }
  } catch (problem) {
    const { issues = {} } = problem as Partial<OnlineProblem>
    if (Object.keys(issues).length > 0) return { ok: false, issues }
    throw problem
  }
}
