import i18next from 'i18next'
import { isFull } from '#web/store/base/full-disk.ts'
import type { OnlineProblem } from '#web/store/base/online.ts'

const isOnlineProblem = (problem: unknown): problem is OnlineProblem => problem instanceof Error && 'status' in problem

/** What a person reads when the server refused or was not reached, or the device is full; null for any other failure. */
export function problemText(problem: unknown): string | null {
  if (isFull(problem)) return i18next.t('common:noRoom')
  if (!isOnlineProblem(problem)) return null
  // The words of the answer are English: one that only a newer server knows is told in general.
  const { status, code = 'INTERNAL' } = problem
  return status === null ? i18next.t('common:needsConnection') : i18next.t(`sync:code.${code}`)
}
