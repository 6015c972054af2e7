import { isFull } from '#web/store/full-device.ts'

/** What became of bringing the app onto the device. */
export type Kept = 'kept' | 'full' | 'cut-off'

/** Says what became of it before the browser throws the attempt away. */
export async function sayKept(install: Promise<unknown>, tell: (kept: Kept) => Promise<void>): Promise<void> {
  try {
    await install
  } catch (error) {
    await tell(isFull(error) ? 'full' : 'cut-off')
    throw error
  }
  await tell('kept')
}
