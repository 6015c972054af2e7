import { schedulerOf } from '#web/store/base/time-slicing.ts'

export const screenScheduler = schedulerOf({
  timers: {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  },
  monotonic: () => performance.now(),
})
