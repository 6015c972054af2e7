import type { Issues } from '#schema/kernel/issues.ts'
import type { CommitResult, Committed } from '#web/store/base/command.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { toast } from './toast.ts'

export async function reportResult(
  write: () => Promise<CommitResult>,
  onSuccess: (outcome: Committed) => void,
  /** Called with the issues of a refused change, and the index of its command. */
  failed: string | ((issues: Issues, at: number | undefined) => string),
): Promise<void> {
  try {
    const outcome = await write()
    if (outcome.ok) onSuccess(outcome)
    else if (typeof failed === 'function') toast.error(failed(outcome.issues, outcome.at))
    else toast.error(outcome.issues[''] ? issueSentence(outcome.issues['']) : failed)
  } catch (problem) {
    toast.error(problemText(problem) ?? (typeof failed === 'function' ? failed({}, undefined) : failed))
  }
}
