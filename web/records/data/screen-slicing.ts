import { schedulerOf } from '#web/store/base/time-slicing.ts'

/** Long computations yield between slices, so that the page can paint and handle keys. */
export const screenScheduler = schedulerOf({
  timers: {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  },
  monotonic: () => performance.now(),
})
