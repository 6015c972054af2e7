import type { SendOutcome } from './background-sync.ts'

export async function sendFromWorker(): Promise<SendOutcome> {
  return 'nothing'
}
