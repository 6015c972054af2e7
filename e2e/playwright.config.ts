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
  // Each step has its own patience; their sum only ends what hangs, because a busy machine makes a long walk slow.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
})
