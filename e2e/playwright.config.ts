import { defineConfig } from 'playwright/test'

// Tests mostly wait, so two workers fit on two cores. No retries: a flaky test is a failed test.
export default defineConfig({
  testDir: '.',
  testIgnore: 'upgrade/**',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Only ends a hanging test.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
})
