import { isFull } from '#web/store/base/full-disk.ts'

/** Whether the app's files are on the device now. */
export type InstallOutcome = 'kept' | 'full' | 'cut-off'

/** Reports the outcome of an installation before the browser discards the attempt. */
export async function reportInstall(
  install: Promise<unknown>,
  report: (kept: InstallOutcome) => Promise<void>,
): Promise<void> {
  try {
    await install
  } catch (error) {
    await report(isFull(error) ? 'full' : 'cut-off')
    throw error
  }
  await report('kept')
}
