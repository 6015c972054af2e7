// Tests of components, in a real browser: most with React as people get it, and those that walk over the whole
// application with the React that complains.
import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { versionWords } from './build/version.ts'
import { chromiumArgs, findChromium } from './chromium.ts'

interface Component {
  readonly root: string
  readonly include: readonly string[]
  readonly except?: readonly string[]
  readonly setupFiles: readonly string[]
}

/**
 * Source maps of libraries are ten times the size of their code, and the browser would load them again for every test
 * file.
 */
const withoutLibraryMaps: Plugin = {
  name: 'without-library-maps',
  transform: { filter: { id: /\/\.vite\// }, order: 'post', handler: (code) => ({ code, map: { mappings: '' } }) },
}

const executablePath = findChromium()
const versions = await versionWords()

const browserProject = (
  name: string,
  { root, include, except = [], setupFiles }: Component,
): TestProjectInlineConfiguration => ({
  root,
  // Every test file has a page of its own, which would ask for each of hundreds of modules whether it has changed.
  server: { headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
  // If Vite found them during the run, it would reload the page in the middle of a test.
  optimizeDeps: {
    include: ['react/jsx-runtime', '@tanstack/react-router', 'rxdb/plugins/core', 'rxdb/plugins/storage-dexie', 'uuid'],
  },
  test: {
    name,
    // After the others, so that a page under test does not share its core with the simulator.
    sequence: { groupOrder: 1 },
    include: [...include],
    exclude: [...except],
    setupFiles: [...setupFiles],
    // The first test of a file loads the whole app, module by module.
    testTimeout: 30_000,
    // What is awaited may come late on a busy machine.
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Movements are drawn frame by frame, without a graphics card, while the test waits for their end.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: { args: chromiumArgs(), ...(executablePath === undefined ? {} : { executablePath }) },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

/** With React as people get it, which takes a third less of the processor. */
export function asBuilt(name: string, component: Component): TestProjectInlineConfiguration {
  const setupFiles = ['web/test/settle-renders.ts', ...component.setupFiles]
  return {
    ...browserProject(name, { ...component, setupFiles }),
    plugins: [withoutLibraryMaps],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { ...versions, 'process.env.NODE_ENV': '"production"' },
  }
}

/** With the React that complains on the console of what developers do wrong, at which a test fails. */
export function withWarnings(name: string, component: Component): TestProjectInlineConfiguration {
  const setupFiles = ['web/test/without-tracks.ts', ...component.setupFiles]
  return {
    ...browserProject(name, { ...component, setupFiles }),
    plugins: [react(), withoutLibraryMaps],
    define: versions,
  }
}
