import { isFull } from '#web/store/base/full-disk.ts'

export type InstallOutcome = 'kept' | 'full' | 'cut-off'

export async function reportInstall(
  install: Promise<unknown>,
  report: (outcome: InstallOutcome) => Promise<void>,
): Promise<void> {
  try {
    await install
  } catch (error) {
    await report(isFull(error) ? 'full' : 'cut-off')
    throw error
  }
  await report('kept')
}
