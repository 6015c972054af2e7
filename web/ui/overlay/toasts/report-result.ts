import type { CommitResult, Committed, RefusedCommit } from '#web/store/base/command.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { toast } from './toast.ts'

export async function reportResult(
  write: () => Promise<CommitResult>,
  onSuccess: (outcome: Committed) => void,
  failed: string | ((refused?: RefusedCommit) => string),
): Promise<void> {
  try {
    const outcome = await write()
    if (outcome.ok) onSuccess(outcome)
    else if (typeof failed === 'function') toast.error(failed(outcome))
    else toast.error(outcome.issues[''] ? issueSentence(outcome.issues['']) : failed)
  } catch (problem) {
    toast.error(problemText(problem) ?? (typeof failed === 'function' ? failed() : failed))
  }
}
