const unlimited = 1_000_000_000

export const noLimits = {
  operationsPerMinute: { staff: unlimited, investor: unlimited },
  requestsPerMinute: unlimited,
  anonymousRequestsPerMinute: unlimited,
}
