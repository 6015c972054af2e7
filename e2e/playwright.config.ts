import { defineConfig } from 'playwright/test'

// One worker: the machine's cores serve one server and one browser at a time. No retries: a test that passes only at
// its second try has failed.
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
})
