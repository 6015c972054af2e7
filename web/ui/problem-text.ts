import i18next from 'i18next'
import { isFull } from '#web/store/base/full-disk.ts'
import type { OnlineProblem } from '#web/store/base/online.ts'

const isOnlineProblem = (problem: unknown): problem is OnlineProblem => problem instanceof Error && 'status' in problem

export function problemText(problem: unknown): string | null {
  if (isFull(problem)) return i18next.t('common:noRoom')
  if (!isOnlineProblem(problem)) return null
  // The response's text is English, so it is not shown: codes of newer servers get a general text.
  const { status, code = 'INTERNAL' } = problem
  return status === null ? i18next.t('common:needsConnection') : i18next.t(`sync:code.${code}`)
}
