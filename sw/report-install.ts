import { isFull } from '#web/store/base/full-disk.ts'

/** Whether the application's files are on the device now. */
export type InstallOutcome = 'kept' | 'full' | 'cut-off'

/** Tells the outcome of an installation before the browser discards the attempt. */
export async function reportInstall(
  install: Promise<unknown>,
  tell: (kept: InstallOutcome) => Promise<void>,
): Promise<void> {
  try {
    await install
  } catch (error) {
    await tell(isFull(error) ? 'full' : 'cut-off')
    throw error
  }
  await tell('kept')
}
