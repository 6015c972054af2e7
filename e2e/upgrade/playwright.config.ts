import { defineConfig } from 'playwright/test'
import everyday from '../playwright.config.ts'

/** Run by `npm run prove`: one worker, because the older app is used once for all tests. */
export default defineConfig({
  ...everyday,
  testIgnore: [],
  outputDir: '../../test-results',
  workers: 1,
  // Only ends a hanging test; one test has dozens of tries.
  timeout: 7_200_000,
})
