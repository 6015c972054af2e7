import { defineConfig } from 'playwright/test'

// Two workers, each with its own server and browsers: most of a test's time is spent waiting, so that two cores carry
// both. No retries: a test that passes only at its second try has failed.
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Only end what hangs: no result depends on how fast the machine is.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
})
