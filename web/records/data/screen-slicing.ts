import { schedulerOf } from '#web/store/base/time-slicing.ts'

/** For long work of a screen: the page draws and takes keys between its slices. */
export const screenScheduler = schedulerOf({
  timers: {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  },
  monotonic: () => performance.now(),
})
