const unlimited = 1_000_000_000

/** Limits that nobody reaches; a test of a limit sets its own. */
export const noLimits = {
  operationsPerMinute: { staff: unlimited, investor: unlimited },
  requestsPerMinute: unlimited,
  anonymousRequestsPerMinute: unlimited,
}
